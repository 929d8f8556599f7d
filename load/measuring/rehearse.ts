import { isSuccess } from '../../oracles/answers/answer-form.ts';
import { statusText } from '../../oracles/answers/status-text.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { objectionsTo, stepOf } from '../preparation/create-drafts.ts';
import type { ExpectedAnswer } from '../plan.ts';
import type { PriceRequestRow } from '../preparation/price-request-row.ts';
import type { PreparedDraft } from '../preparation/create-drafts.ts';
import type { Session } from '../session.ts';

/** What a line's first price requests showed. */
export interface Rehearsal {
  /** Undefined: none was accepted. */
  readonly expected: ExpectedAnswer | undefined;
  /** Milliseconds of the slowest. */
  readonly slowest: number;
  /** What came of those that were not accepted, in words; empty where no draft could be made. */
  readonly refused: readonly string[];
}

const TRIES = 3;

const expectedAfter = (exchange: Exchange): ExpectedAnswer => {
  const text = exchange.response?.body.text.trimStart() ?? '';
  return {
    status: exchange.response?.status ?? 0,
    first: text === '' ? null : text.charCodeAt(0),
    lastModified: exchange.response?.headers['last-modified'] !== undefined,
  };
};

/**
 * Sends the price request of a line a few times, as it will be sent under load; what speaks against the answers is noted.
 */
export const rehearse = async (
  session: Session,
  line: Line,
  drafts: readonly PreparedDraft[],
  row: (draft: PreparedDraft, index: number) => PriceRequestRow,
): Promise<Rehearsal> => {
  const refused: string[] = [];
  const { id: operation } = stepOf(line, 'price-request');
  let expected: ExpectedAnswer | undefined;
  let slowest = 0;
  for (let index = 0; index < TRIES; index += 1) {
    const draft = drafts[index % drafts.length];
    if (draft === undefined || session.signal?.aborted) break;
    const exchange = await session.client.send({
      operation,
      params: { draftId: draft.id },
      rawBody: row(draft, index % drafts.length).body(0),
      test: `load/${line}/rehearsal/${index}`,
      intent: 'legal',
    });
    const objections = objectionsTo(exchange, session);
    if (objections.length > 0) session.note(exchange, objections, 0);
    const status = exchange.response?.status ?? 0;
    if (!isSuccess(status) && (status < 300 || status > 399)) {
      refused.push(statusText(exchange));
      continue;
    }
    expected ??= expectedAfter(exchange);
    slowest = Math.max(slowest, exchange.timings.total);
  }
  return { expected, slowest, refused: [...new Set(refused)] };
};
