import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { gapPriceRequestBody } from '../../generators/request-bodies.ts';
import { idAt } from '../../client/target/places.ts';
import { bodyFor } from '../../client/target/body-templates.ts';
import { completeDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccessStatus } from '../../oracles/answers/answer-form.ts';
import type { Facts } from '../../oracles/facts.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { type KnownOperation, operationOf } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { bodyContext, type Session } from '../session.ts';
import { buildRequest, userAgentOf } from '../../client/http/build-request.ts';

/** A draft that can be priced. */
export interface PreparedDraft {
  readonly id: string;
  readonly body: unknown;
}

/** Number of consecutive failures after which creation is given up; fewer if the service cannot be reached any more. */
const HOPELESS = 20;
const SILENT = 5;

/** The operation of a step that every line has. */
export const stepOf = (line: Line, step: Step): KnownOperation => {
  const found = operationOf(line, step);
  if (!found) throw new Error(`${line} has no operation ${step}`);
  return found;
};

/** Objections to an exchange: fails, otherwise everything that is inconclusive. */
export const violationsOf = (
  exchange: Exchange,
  { target }: { readonly target: Facts },
): readonly Judgement[] => {
  const judgements = judgeExchange(exchange, target);
  const fails = judgements.filter(({ verdict }) => verdict === 'fail');
  return fails.length > 0 ? fails : judgements.filter(({ verdict }) => verdict === 'inconclusive');
};

/** Records objections to an exchange before the load; true if there are none. */
export const isRightUnloaded = (session: Session, exchange: Exchange): boolean => {
  const objections = violationsOf(exchange, session);
  if (objections.length > 0) session.note(exchange, objections, 0);
  return objections.length === 0;
};

const succeeded = (exchange: Exchange): boolean => isSuccessStatus(exchange.response?.status ?? 0);

const createOne = async (
  session: Session,
  line: Line,
  index: number,
): Promise<PreparedDraft | undefined> => {
  const { client, seed, target } = session;
  const body = sample(completeDraft(line, session.generators), subSeed(seed, 'load', line, index));
  const creation = stepOf(line, 'draft-create');
  const test = `load/${line}/draft/${index}`;
  const first = creation.request.shown
    ? body
    : bodyFor(creation.id, target, bodyContext(session, { body }));
  const labels = { test, intent: 'legal' } as const;
  const created = await client.send({ operation: creation.id, body: first, ...labels });
  isRightUnloaded(session, created);
  const id = succeeded(created) ? idAt(target.ids[line].draft, created) : undefined;
  if (id === undefined) {
    if (succeeded(created)) session.note(created, [noId(creation, created, line)], 0);
    return undefined;
  }
  if (creation.request.shown) return { id, body };
  // The body of a motor gap creation is not shown, so only an update fills the draft.
  const { id: operation } = stepOf(line, 'draft-update');
  const updated = await client.send({ operation, params: { draftId: id }, body, ...labels });
  isRightUnloaded(session, updated);
  return succeeded(updated) ? { id, body } : undefined;
};

const noId = ({ id }: KnownOperation, { n }: Exchange, line: Line): Judgement => ({
  requirement: LEGAL_CALL.served,
  operation: id,
  verdict: 'inconclusive',
  reason: 'not-found-by-target',
  wanted: `the id of the new draft at ids.${line}.draft of the target`,
  got: 'no id there',
  exchanges: [n],
});

/**
 * Creates complete drafts of a line within the target's limits. Fewer if the service refuses; objections to its answers
 * are recorded. Their data are drawn by number, from `first` on.
 */
export const createDrafts = async (
  session: Session,
  line: Line,
  count: number,
  onCreated: () => void,
  first = 0,
): Promise<readonly PreparedDraft[]> => {
  const drafts: PreparedDraft[] = [];
  let next = first;
  let failures = 0;
  const goesOn = (): boolean =>
    next < first + count &&
    failures < (session.answering.silence() ? SILENT : HOPELESS) &&
    !session.signal?.aborted;
  const work = async (): Promise<void> => {
    while (goesOn()) {
      const index = next;
      next += 1;
      const draft = await createOne(session, line, index);
      if (draft === undefined) failures += 1;
      else {
        failures = 0;
        drafts.push(draft);
        onCreated();
      }
    }
  };
  const workers = Math.min(count, session.target.limits.concurrency);
  await Promise.all(Array.from({ length: workers }, work));
  return drafts;
};

/** Placeholder for the number of the price request; no generator draws it, and JSON does not escape it. */
const NUMBER = '‹number›';

const bodyOf = (session: Session, line: Line, draft: PreparedDraft, index: number): unknown => {
  const row = stepOf(line, 'price-request');
  const key = `${session.runId}-${NUMBER}`;
  if (!row.request.shown) {
    const context = bodyContext(session, draft);
    return bodyFor(row.id, session.target, { ...context, run: { id: key } });
  }
  const seed = subSeed(session.seed, 'load', line, 'price-request', index);
  const body = sample(gapPriceRequestBody(session.generators), seed);
  const references = body.partnerReference ?? [];
  return { ...body, partnerReference: [...references, { key: 'request', value: key }] };
};

/** A price request in the form of the scripts: URL, body up to the key, and the rest of the body, separated by line breaks. */
export interface PriceRequestRow {
  readonly text: string;
  /** The whole body with this number as its key; undefined without a body. */
  readonly body: (number: number) => string;
  /** All headers but the credential's. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders the price request of a draft, from the target's template or from the generators. Throws MissingPlaceholder. */
export const priceRequestRow = (
  session: Session,
  line: Line,
  draft: PreparedDraft,
  index: number,
): PriceRequestRow => {
  const { id: operation } = stepOf(line, 'price-request');
  const body = bodyOf(session, line, draft, index);
  const request = buildRequest(
    {
      operation,
      params: { draftId: draft.id },
      ...(body !== undefined && { body }),
      credential: 'missing',
      headers: {
        'user-agent': userAgentOf(session.target, { id: session.runId, isNamed: true }),
      },
      test: 'load',
      intent: 'legal',
    },
    session.target,
  );
  const text = request.body === undefined ? '' : new TextDecoder().decode(request.body);
  const [head = '', ...tails] = text.split(NUMBER);
  // One number per body is enough; further placeholders in the template get a constant.
  const tail = tails.length === 0 ? undefined : tails.join('0');
  return {
    text: [request.origin + request.path, head, ...(tail === undefined ? [] : [tail])].join('\n'),
    body: (number) => (tail === undefined ? head : `${head}${number}${tail}`),
    headers: request.headers,
  };
};
