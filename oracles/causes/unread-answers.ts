import { type Exchange, isUnread, NOT_SENT } from '../../spec/exchange.ts';
import { decisiveOf, isOpen, recorded } from './blame.ts';
import type { FirstCause, Judged } from './first-cause.ts';
import { counted } from './names.ts';

const isLimited = ({ error }: Exchange): boolean => isUnread(error) || error?.code === NOT_SENT;

const sentenceOf = (code: string, count: number, message: string): string =>
  code === NOT_SENT
    ? `${counted(count, 'request')} could not be sent. The first: ${message}.`
    : `${counted(count, 'answer')} came that ${count === 1 ? 'was' : 'were'} not judged (${code}). The first: ${message}.`;

/** Answers beyond what is read or recorded, and requests that cannot be sent, by kind, as far as they left cells open. */
export const unreadAnswers = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts
    .filter(isOpen)
    .map((verdict) => ({ cell: verdict.cell, code: decisiveOf(verdict, all)?.error?.code }));
  const byCode = Map.groupBy(exchanges.filter(isLimited), ({ error }) => error?.code ?? '');
  return [...byCode].map(([code, [first, ...more]]) => ({
    sentence: sentenceOf(code, more.length + 1, first?.error?.message ?? ''),
    ...(first ? { exchange: first.n } : {}),
    cells: open.filter((each) => each.code === code).map(({ cell }) => cell),
  }));
};
