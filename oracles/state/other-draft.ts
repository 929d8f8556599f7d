import { expectedText, shownText } from '../judgement-texts.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { resourceIn } from '../answers/resource.ts';
import { judgeReadBack, type Written } from './read-back.ts';
import { statusText, isSuccessStatus } from '../answers/answer-form.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/**
 * DRAFT-03 (D13, D3): a draft that was served is still served after it was read or updated. `touched` is the call in between,
 * `after` the next read, after the read-back delay.
 */
export const judgeStillReadable = (
  operation: OperationId,
  touched: Exchange,
  after: Exchange,
): Judgement => ({
  requirement: 'DRAFT-03',
  operation,
  ...stillThere(after),
  wanted: 'the draft, which could be read before',
  got: statusText(after),
  exchanges: [touched.n, after.n],
});

/**
 * D13: an object that was served is still served after a call that named another one, or only read or updated it. A refusal or
 * a server error fails; an expired credential and transport statuses settle nothing.
 */
export const stillThere = ({ response }: Exchange): Pick<Judgement, 'verdict' | 'reason'> => {
  const status = response?.status;
  if (status === undefined || isDisturbance(status)) {
    return { verdict: 'inconclusive', reason: 'disturbance' };
  }
  if (isSuccessStatus(status)) return { verdict: 'pass' };
  if (status < 400) return { verdict: 'observed', reason: 'specification-silent' };
  if (status === 401) return { verdict: 'inconclusive', reason: 'other-code' };
  if (isTransportStatus(status)) return { verdict: 'inconclusive', reason: 'unlisted-sane-code' };
  return { verdict: 'fail' };
};

/** One draft, read before and after a call on another one. */
export interface Beside {
  readonly before: Exchange;
  /** The creation or update of the other draft. */
  readonly touched: Exchange;
  readonly after: Exchange;
}

/** D2: the change in the landlord draft: its first value with another meaning, or the first missing one. */
const changeIn = ({ before, touched, after }: Beside): Partial<Judgement> => {
  const body = resourceIn(before);
  if (before.operation !== 'landlord.draft-get' || body === undefined) return {};
  const was: Written = {
    operation: 'landlord.draft-create',
    exchange: touched.n,
    body,
  };
  const rows = judgeReadBack(was, after);
  const changed = rows.find(({ verdict }) => verdict === 'fail');
  const gone = rows.find(({ verdict }) => verdict === 'observed');
  const row = changed ?? gone;
  if (!row?.where) return {};
  return {
    ...(changed ? { verdict: 'fail' } : { verdict: 'inconclusive', reason: 'unstated-rule' }),
    wanted: `${row.where} unchanged: ${expectedText(row)}`,
    got: shownText(row),
    where: row.where,
  };
};

/**
 * DRAFT-04 (D13, D2): after another draft was created or updated, this one is still served, and a landlord draft shows its
 * former content. A missing value is inconclusive, since every field of the resource is optional.
 */
export const judgeOtherDraft = (operation: OperationId, beside: Beside): Judgement => {
  const { before, touched, after } = beside;
  const there = stillThere(after);
  return {
    requirement: 'DRAFT-04',
    operation,
    ...there,
    wanted: 'the other draft unchanged',
    got: statusText(after),
    ...(there.verdict === 'pass' ? changeIn(beside) : {}),
    exchanges: [before.n, touched.n, after.n],
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'other-draft': judgeOtherDraft,
  'still-readable': judgeStillReadable,
};
