import { TOKEN_NAMES, present } from '../client/secrets/credential.ts';
import { type Answering, followAnswers, unansweredIn } from './measuring/answering.ts';
import { NOTHING_KNOWN, type BodyContext } from '../client/target/body-templates.ts';
import { createClient, type Client } from '../client/http/client.ts';
import { createRedactor, type Redactor } from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { userAgentOf } from '../client/http/request-of.ts';
import { contextOf, type GeneratorContext } from '../generators/context.ts';
import { type Noting, openNoting } from './noting.ts';
import type { Exchange } from '../spec/exchange.ts';

/** Where a run writes, and from what its data follow. */
export interface SessionOrder {
  readonly target: ResolvedTarget;
  readonly seed: number;
  readonly runId: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly files: {
    readonly exchanges: string;
    readonly findings: string;
    readonly points: string;
  };
  /** Stops the run; its reason is a sentence such as `stopped by SIGTERM`. */
  readonly signal?: AbortSignal | undefined;
}

/** What the Node side of a load run works with. */
export interface Session extends SessionOrder, Pick<Noting, 'findings' | 'note'> {
  readonly client: Client;
  readonly redactor: Redactor;
  readonly generators: GeneratorContext;
  readonly answering: Answering;
  close(): Promise<void>;
}

/** Opens a session; only exchanges that an oracle objects to are recorded, since there are too many. */
export const openSession = (order: SessionOrder): Session => {
  const { target } = order;
  const redactor = createRedactor(target);
  const answering = followAnswers();
  let n = 0;
  const append = (exchange: Omit<Exchange, 'n'>): Exchange => {
    const reason = unansweredIn(exchange);
    answering.hear(Date.parse(exchange.at), reason);
    if (reason === null) answering.count(1);
    return { n: (n += 1), ...exchange };
  };
  const client = createClient({
    target,
    record: { append },
    onSecret: redactor.learn,
    userAgent: userAgentOf(target, { id: order.runId, isNamed: true }),
  });
  const { auth } = target.identities.owner;
  const token = auth.scheme === 'oauth2' ? `$${TOKEN_NAMES.owner}` : undefined;
  // The scripts do not hand the credential back; that it was sent is part of the evidence.
  const noting = openNoting(order, redactor, present(auth, 'valid', token).headers);
  return {
    ...order,
    client,
    redactor,
    findings: noting.findings,
    note: noting.note,
    answering,
    generators: contextOf(target, order.today),
    close: async () => {
      // What is under way when the run is stopped may wait for long.
      const closed = client.close();
      if (order.signal?.aborted) closed.catch(() => undefined);
      else await closed;
      noting.close();
    },
  };
};

/** What a template may name before anything was answered. */
export const bodyContext = (session: Session, draft: BodyContext['draft']): BodyContext => ({
  ...NOTHING_KNOWN,
  today: session.today,
  run: { id: session.runId },
  email: `load@${session.target.mailDomain}`,
  draft,
  payment: { term: session.target.paymentTerms[0] ?? '' },
});
