import { requestOf, userAgentOf } from '../../client/http/request-of.ts';
import { bodyFor } from '../../client/target/body-templates.ts';
import { gapPriceRequestBody } from '../../generators/one-shots.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { type PreparedDraft, stepOf } from './create-drafts.ts';
import { bodyContext, type Session } from '../session.ts';

/** Stands for the number of the price request; no generator draws it, and JSON does not escape it. */
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

/** A price request as the scripts take it: URL, body up to its key, and what follows the key, parted by line breaks. */
export interface PriceRequestRow {
  readonly text: string;
  /** The whole body with this number as its key; undefined for no body. */
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
  const request = requestOf(
    {
      operation,
      params: { draftId: draft.id },
      ...(body === undefined ? {} : { body }),
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
  // One number a body is enough; where the template asks for more of them, the others are told apart by nothing.
  const tail = tails.length === 0 ? undefined : tails.join('0');
  return {
    text: [request.origin + request.path, head, ...(tail === undefined ? [] : [tail])].join('\n'),
    body: (number) => (tail === undefined ? head : `${head}${number}${tail}`),
    headers: request.headers,
  };
};
