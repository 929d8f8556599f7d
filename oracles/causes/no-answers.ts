import type { Exchange } from '../../spec/exchange.ts';
import type { CellVerdict } from '../finding.ts';
import { type Outage, outagesOf } from '../outages.ts';
import { counted } from '../../spec/message-text.ts';
import {
  type Recorded,
  recorded,
  decisiveOf,
  isOpen,
  type FirstCause,
  type Judged,
} from './first-cause.ts';
import { statusesOf } from './calls-refused.ts';
import { asksToWait } from '../../spec/transport-statuses.ts';

/** Time of day of a moment. */
const timeOf = (moment: string): string => moment.slice(11, 19);

/** Connection error codes in words. */
const WORDS: readonly (readonly [code: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'the connection was refused'],
  [/ECONNRESET|UND_ERR_SOCKET|EPIPE/, 'the connection was closed without an answer'],
  [/DEADLINE|TIMEOUT|ETIMEDOUT/, 'no answer came in time'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host name is not found'],
];

const wordsOf = (instead: string): string => {
  const words = WORDS.find(([code]) => code.test(instead))?.[1];
  return words === undefined ? instead : `${words} (${instead})`;
};

const sentenceOf = ({ from, until, after, exchanges, instead: came }: Outage): string => {
  const requests = counted(exchanges.length, 'request');
  const instead = wordsOf(came);
  return until === undefined
    ? `The service stopped answering at ${timeOf(from)} UTC, after ${counted(after, 'request')}. The last ${requests} had no answer: ${instead}.`
    : `The service did not answer between ${timeOf(from)} and ${timeOf(until)} UTC: ${requests}, ${instead}.`;
};

/** Outages that left cells open; one that lasts until the end is always reported. */
export const outages = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts.filter(isOpen);
  return outagesOf(exchanges).flatMap((outage) => {
    const numbers = new Set(outage.exchanges);
    const isStop = outage.until === undefined;
    const isDueTo = (verdict: CellVerdict): boolean =>
      verdict.exchanges.some((n) => numbers.has(n)) ||
      numbers.has(decisiveOf(verdict, all)?.n ?? 0) ||
      // Calls after the end are not sent at all.
      (isStop && verdict.reason === 'hole');
    const cells = open.filter(isDueTo).map(({ cell }) => cell);
    return cells.length === 0 && !isStop ? [] : [{ sentence: sentenceOf(outage), cells, isStop }];
  });
};

const decidedBy = (
  { verdicts }: Judged,
  all: Recorded,
  isCause: (exchange: Exchange) => boolean,
): readonly string[] =>
  verdicts
    .filter((verdict: CellVerdict) => {
      const decisive = decisiveOf(verdict, all);
      return isOpen(verdict) && decisive !== undefined && isCause(decisive);
    })
    .map(({ cell }) => cell);

const isLate = ({ error }: Exchange): boolean => error?.code === 'DEADLINE';

/** Answers that took longer than `limits.deadline`. */
export const lateAnswers = (judged: Judged): readonly FirstCause[] => {
  const { exchanges, target } = judged;
  const late = exchanges.filter(isLate);
  const [first] = late;
  if (!first) return [];
  const slowest = Math.max(0, ...exchanges.filter((each) => each.response).map(totalOf));
  const { deadline } = target.limits;
  return [
    {
      sentence: `${counted(late.length, 'request')} had no answer within ${deadline} ms. If the service is that slow, raise limits.deadline.`,
      target: `limits.deadline is ${deadline} ms; the slowest answer took ${Math.round(slowest)} ms`,
      exchange: first.n,
      cells: decidedBy(judged, recorded(exchanges), isLate),
    },
  ];
};

const totalOf = ({ timings }: Exchange): number => timings.total;

const isBusy = ({ response }: Exchange): boolean =>
  response !== undefined && (asksToWait(response.status) || response.status === 503);

/** A service that asks to wait for longer than the target allows, or receives requests too fast (S8). */
export const busyAnswers = (judged: Judged): readonly FirstCause[] => {
  const { exchanges, target } = judged;
  const busy = exchanges.filter(isBusy);
  const [first] = busy;
  if (!first) return [];
  const { requestsPerSecond, retryBudget, concurrency } = target.limits;
  return [
    {
      sentence: `${counted(busy.length, 'answer')} asked the harness to wait (status ${statusesOf(busy)}), even after repetitions. Set limits.requestsPerSecond to a rate that the service allows, or raise limits.retryBudget.`,
      target: `limits.requestsPerSecond is ${requestsPerSecond ?? 'not set'}; limits.concurrency is ${concurrency}; limits.retryBudget is ${retryBudget} ms`,
      exchange: first.n,
      cells: decidedBy(judged, recorded(exchanges), isBusy),
    },
  ];
};
