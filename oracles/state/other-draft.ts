import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { jsonBody } from '../answers/json-body.ts';
import { judgeReadBack, type Written } from './read-back.ts';
import { statusText } from '../answers/status-text.ts';
import { stillThere } from './still-there.ts';

/** One draft, read before and after something was done to another one. */
export interface Beside {
  readonly before: Exchange;
  /** The creation or update of the other draft. */
  readonly touched: Exchange;
  readonly after: Exchange;
}

/** D2: what changed in the landlord draft meanwhile; its first value with another meaning, or the first that is gone. */
const changeIn = ({ before, touched, after }: Beside): Partial<Judgement> => {
  const body = jsonBody(before.response?.body);
  if (before.operation !== 'landlord.draft-get' || !body.ok) return {};
  const was: Written = {
    operation: 'landlord.draft-create',
    exchange: touched.n,
    body: body.value,
  };
  const rows = judgeReadBack(was, after);
  const changed = rows.find(({ verdict }) => verdict === 'fail');
  const gone = rows.find(({ verdict }) => verdict === 'observed');
  const row = changed ?? gone;
  if (!row?.where) return {};
  return {
    ...(changed ? { verdict: 'fail' } : { verdict: 'inconclusive', reason: 'unstated-rule' }),
    wanted: `${row.where} as it was: ${row.wanted}`,
    got: row.got,
    where: row.where,
  };
};

/**
 * DRAFT-04 (D13, D2): after another draft was created or updated this one is served as before, and a landlord draft with
 * what it held. A value that is there no more is inconclusive, since every field of the resource is optional.
 */
export const judgeOtherDraft = (operation: OperationId, beside: Beside): Judgement => {
  const { before, touched, after } = beside;
  const there = stillThere(after);
  return {
    requirement: 'DRAFT-04',
    operation,
    ...there,
    wanted: 'the other draft as it was before',
    got: statusText(after),
    ...(there.verdict === 'pass' ? changeIn(beside) : {}),
    exchanges: [before.n, touched.n, after.n],
  };
};
