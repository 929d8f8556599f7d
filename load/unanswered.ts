/** Why a request had no answer, and how that is told. k6 imports this file, too. */
export const UNANSWERED = {
  refused: 'connection refused',
  closed: 'connection closed before the answer',
  overdue: 'no answer in time',
  unreachable: 'no connection',
  tls: 'no TLS connection',
  other: 'another reason',
} as const;

/** One of the reasons. */
export type Unanswered = keyof typeof UNANSWERED;

/** The reasons, in the order in which they are told. */
export const UNANSWERED_REASONS = Object.keys(UNANSWERED) as readonly Unanswered[];

/** k6's own codes of what went wrong below HTTP; the first whose range holds the code. */
const RANGES: readonly (readonly [from: number, to: number, reason: Unanswered])[] = [
  [1050, 1050, 'overdue'],
  [1212, 1212, 'refused'],
  [1211, 1211, 'overdue'],
  [1201, 1201, 'closed'],
  [1220, 1220, 'closed'],
  [1100, 1299, 'unreachable'],
  [1300, 1399, 'tls'],
];

/** The reason in k6's words; it has no code of its own for a connection that ends without an answer. */
export const unansweredReason = (code: number, text: string): Unanswered => {
  if (/\bEOF\b|server closed|connection reset|broken pipe/.test(text)) return 'closed';
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'other';
};

/** `44 connection refused, 2 no answer in time`; empty where every request was answered. */
export const unansweredText = (counts: Readonly<Partial<Record<Unanswered, number>>>): string =>
  UNANSWERED_REASONS.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count === 0 ? [] : [`${count} ${UNANSWERED[reason]}`];
  }).join(', ');
