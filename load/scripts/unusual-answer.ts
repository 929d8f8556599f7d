import type { RefinedResponse } from 'k6/http';
import { Counter } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import { jsonIn } from '../../spec/json-text.ts';
import { digestOf, leavesOf } from '../answer-digest.ts';
import { errorName } from '../failures.ts';
import { METRICS } from '../measures.ts';
import { emitLimited } from './emit.ts';
import { bufferId } from './buffer-id.ts';
import type { UserState } from './user-state.ts';

const unlike = new Counter(METRICS.unlike);
const errors = new Counter(METRICS.errors);

/** Counts an error by its status. */
const countError = ({ status, headers }: RefinedResponse<'text'>): void => {
  errors.add(1, { status: errorName(status, headers['Retry-After'] !== undefined) });
};

/** Differences of an answer from that of its draft before the load, parsed as JSON; empty if there are none. */
const differenceIn = (here: UserState, response: RefinedResponse<'text'>, nth: number): string => {
  const { expected } = here.planned;
  const rest = here.rests[nth]?.digest;
  const { members, numbers, currency } = digestOf(response.body, expected);
  const found: string[] = [];
  if (response.status !== here.status) found.push('status');
  if (here.lastModified && response.headers['Last-Modified'] === undefined) found.push('header');
  if (currency !== '') found.push('currency');
  if (rest === undefined) return found.join(' ');
  if (members !== rest.members) found.push('members');
  if (numbers === '' ? rest.numbers !== '' : expected.compareNumbers && numbers !== rest.numbers)
    found.push(numbers === '' ? 'gone' : 'numbers');
  if (expected.idPlace !== undefined && found.length === 0) {
    const id = leavesOf(jsonIn(response.body)).get(expected.idPlace);
    if (typeof id === 'string' || typeof id === 'number') bufferId(here, nth, String(id));
  }
  return found.join(' ');
};

/** Reports an unusual answer: an error, or one that differs from the answer of its draft before the load; only a few of each kind are emitted. */
export const reportUnusual = (
  here: UserState,
  exchange: Exchange,
  response: RefinedResponse<'text'>,
  nth: number,
  isJudged: boolean,
): void => {
  const { line, step } = here;
  const { status } = response;
  if (status === 0 || status >= 400) {
    if (status !== 0) countError(response);
    if (!isJudged) emitLimited({ assay: 'unjudged', exchange, step }, `${line} ${status}`);
    return;
  }
  const difference = differenceIn(here, response, nth);
  if (difference === '') return;
  unlike.add(1);
  emitLimited({ assay: 'unlike', exchange, step, isJudged }, `unlike ${line} ${difference}`);
};
