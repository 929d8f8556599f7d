import { TOKEN_NAMES, presentCredential } from '../client/secrets/credential.ts';
import { NOTHING_KNOWN, type BodyContext } from '../client/target/body-templates.ts';
import { createClient } from '../client/http/client.ts';
import {
  createRedactor,
  type Redactor,
  redactedJsonLine,
  redactValue,
} from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { userAgentOf } from '../client/http/build-request.ts';
import { contextOf } from '../generators/context.ts';
import { type Exchange, headersWith } from '../spec/exchange.ts';
import { openRecord } from '../client/http/record.ts';
import { appendLines } from '../store/json-lines.ts';
import { openAppendFile } from '../store/append-files.ts';
import type { Finding, Judgement } from '../oracles/finding.ts';
import { UNANSWERED, type Unanswered } from './failures.ts';

interface Missed {
  readonly at: number;
  readonly reason: Unanswered;
}

/** Threshold of consecutive requests without an answer: a single one may be chance. */
const ENOUGH = 3;

/** Tracks if a service answers, over the requests of Node and of k6. */
export const trackAvailability = () => {
  let last = -Infinity;
  let missed: Missed[] = [];
  let answered = 0;
  return {
    /** Takes the result of a request that started at `at`, in milliseconds since the epoch; null: an answer. */
    record: (at: number, reason: Unanswered | null): void => {
      if (reason !== null) {
        if (at >= last) missed.push({ at, reason });
        return;
      }
      if (at <= last) return;
      last = at;
      missed = missed.filter((each) => each.at > last);
    },
    /** Counts requests that had an answer. */
    count: (more: number): void => {
      answered += more;
    },
    /** `the service stopped answering at 00:41:12, after 3,120 requests (connection refused)`, in UTC; undefined while it answers. */
    silence: (): string | undefined => {
      if (missed.length < ENOUGH) return undefined;
      const { at, reason } = missed.reduce((first, each) => (each.at < first.at ? each : first));
      const time = new Date(at).toISOString().slice(11, 19);
      const requests = `${answered.toLocaleString('en')} request${answered === 1 ? '' : 's'}`;
      return `the service stopped answering at ${time}, after ${requests} (${UNANSWERED[reason]})`;
    },
  };
};

const CODES: readonly (readonly [RegExp, Unanswered])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'closed'],
  [/^DEADLINE$|TIMEOUT|^ETIMEDOUT$/, 'overdue'],
  [/CERT|TLS|SSL|^EPROTO$|^UNABLE_TO_|SELF_SIGNED/, 'tls'],
  [/^(ENOTFOUND|EAI_\w+|EHOST\w+|ENET\w+)$/, 'unreachable'],
];

/** Reason why an exchange has no answer; null if it has one. */
export const unansweredIn = ({ response, error }: Pick<Exchange, 'response' | 'error'>) =>
  response ? null : (CODES.find(([codes]) => codes.test(error?.code ?? ''))?.[1] ?? 'other');

/** Opens a writer of findings; the headers, such as those of a credential, are added to every request. */
export const openFindingsWriter = (
  { files, seed }: Pick<SessionOrder, 'files' | 'seed'>,
  redactor: Redactor,
  added: Readonly<Record<string, string>> = {},
) => {
  const record = openRecord(redactor, openAppendFile(files.exchanges));
  const findings: (Finding & { readonly step: number })[] = [];
  return {
    /** All findings of the run so far, with the step of the profile. */
    findings,
    /** Records an exchange and its findings, without secrets. */
    note: ({ n: _n, ...exchange }: Exchange, judgements: readonly Judgement[], step: number) => {
      const headers = headersWith(exchange.request.headers as Record<string, string>, added);
      const recorded = record.append({ ...exchange, request: { ...exchange.request, headers } });
      for (const judgement of judgements) {
        const finding: Finding = {
          ...judgement,
          exchanges: [recorded.n],
          test: exchange.test,
          attempt: 1,
          seed,
        };
        // Readers do not know all secrets that this redactor has learned.
        findings.push({ ...redactValue(redactor, finding), step });
        appendLines(files.findings, redactedJsonLine(redactor, finding));
      }
    },
    close: () => record.close(),
  };
};

/** Folder of a run, and the inputs of its data. */
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
  /** Aborts the run; its reason is a sentence such as `stopped by SIGTERM`. */
  readonly signal?: AbortSignal | undefined;
}

/** Context of a load run on the Node side. */
export type Session = ReturnType<typeof openSession>;

/** Opens a session; it records only exchanges with objections, since there are too many. */
export const openSession = (order: SessionOrder) => {
  const { target } = order;
  const redactor = createRedactor(target);
  const answering = trackAvailability();
  let n = 0;
  const append = (exchange: Omit<Exchange, 'n'>): Exchange => {
    const reason = unansweredIn(exchange);
    answering.record(Date.parse(exchange.at), reason);
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
  // The scripts omit the credential from exchanges; that it was sent is part of the evidence.
  const writer = openFindingsWriter(
    order,
    redactor,
    presentCredential(auth, 'valid', token).headers,
  );
  return {
    ...order,
    client,
    redactor,
    findings: writer.findings,
    note: writer.note,
    answering,
    generators: contextOf(target, order.today),
    close: async () => {
      // Requests in flight at an abort may take long.
      const closed = client.close();
      if (order.signal?.aborted) closed.catch(() => undefined);
      else await closed;
      writer.close();
    },
  };
};

/** Values for a template before anything was answered. */
export const bodyContext = (session: Session, draft: BodyContext['draft']): BodyContext => ({
  ...NOTHING_KNOWN,
  today: session.today,
  run: { id: session.runId },
  email: `load@${session.target.mailDomain}`,
  draft,
  payment: { term: session.target.paymentTerms[0] ?? '' },
});
