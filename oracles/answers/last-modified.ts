import type { OperationId } from '../../spec/operations.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { headerOf } from './json-body.ts';

/** 200s of one operation with and without Last-Modified, in the order of sending. */
export interface LastModifiedSeen {
  readonly present: readonly number[];
  readonly absent: readonly number[];
}

/** Number of answers of an operation that prove that it never sends the header (C2). */
export const MIN_ANSWERS = 8;

/** True if an answer carries Last-Modified; undefined unless it is a 200. */
export const carriesLastModified = (exchange: Exchange): boolean | undefined =>
  exchange.response?.status === 200 ? headerOf(exchange, 'last-modified') !== undefined : undefined;

/** True if there are enough answers to judge. */
export const isEnoughSeen = ({ present, absent }: LastModifiedSeen): boolean =>
  present.length > 0 || absent.length >= MIN_ANSWERS;

/**
 * LASTMOD-01 (C2, P7), judged from all 200s of an operation in a run. In all of them it passes, in none of at least eight it
 * fails, unless the target has switched it off; in some it is observed. Undefined if there are too few.
 */
export const judgeLastModified = (
  on: OperationId,
  seen: LastModifiedSeen,
  { decisions }: Pick<Facts, 'decisions'>,
): readonly Judgement[] => {
  if (!isEnoughSeen(seen)) return [];
  const { present, absent } = seen;
  const base = {
    requirement: 'LASTMOD-01',
    operation: on,
    wanted: 'the header Last-Modified, which the detail entry lists',
    where: 'Last-Modified',
  } as const;
  const all = present.length + absent.length;
  if (absent.length === 0) {
    const got = `the header in all ${all} answers`;
    return [{ ...base, verdict: 'pass', got, exchanges: present.slice(-1) }];
  }
  if (present.length > 0) {
    const exchanges = [...present.slice(-1), ...absent.slice(-1)];
    const got = `the header in ${present.length} of ${all} answers`;
    const reason = 'specification-silent';
    return [{ ...base, verdict: 'observed', reason, got, exchanges, reached: true }];
  }
  const got = `no such header in any of ${all} answers`;
  const last = absent.slice(-2).map((n) => ({ ...base, got, exchanges: [n] }));
  return last.map((each) =>
    decisions.lastModified
      ? { ...each, verdict: 'fail' }
      : { ...each, verdict: 'observed', reason: 'not-declared', reached: true },
  );
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'last-modified': judgeLastModified,
};
