/** Reasons for a missing answer, with their texts. k6 imports this file, too. */
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

/** The reasons, in the order in which they are reported. */
export const UNANSWERED_REASONS = Object.keys(UNANSWERED) as readonly Unanswered[];

/** k6's own error codes below HTTP; the first range that contains the code applies. */
const RANGES: readonly (readonly [from: number, to: number, reason: Unanswered])[] = [
  [1050, 1050, 'overdue'],
  [1212, 1212, 'refused'],
  [1211, 1211, 'overdue'],
  [1201, 1201, 'closed'],
  [1220, 1220, 'closed'],
  [1100, 1299, 'unreachable'],
  [1300, 1399, 'tls'],
];

/** Maps an error of k6 to a reason; k6 has no code for a connection that closes without an answer. */
export const unansweredReason = (code: number, text: string): Unanswered => {
  if (/\bEOF\b|server closed|connection reset|broken pipe/.test(text)) return 'closed';
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'other';
};

/** `44 connection refused, 2 no answer in time`; empty if every request was answered. */
export const unansweredText = (counts: Readonly<Partial<Record<Unanswered, number>>>): string =>
  UNANSWERED_REASONS.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count === 0 ? [] : [`${count} ${UNANSWERED[reason]}`];
  }).join(', ');

/** Error statuses that are counted separately; k6 keeps only tags that are declared in advance. k6 imports this file, too. */
const COUNTED = new Set(
  `400 401 402 403 404 405 406 408 409 410 411 412 413 415 421 422 425 426 428
   429 431 451 500 501 502 503 504`
    .split(/\s+/)
    .map(Number),
);

const ASKS_TO_WAIT: readonly number[] = [429, 503];

const OTHER = 'other';

/** Tag values for errors: `429`, `429-retry-after`, `other`. */
export const ERROR_NAMES: readonly string[] = [
  ...[...COUNTED].map(String),
  ...ASKS_TO_WAIT.map((status) => `${status}-retry-after`),
  OTHER,
];

/** The tag value of an error. */
export const errorName = (status: number, hasRetryAfter: boolean): string => {
  if (!COUNTED.has(status)) return OTHER;
  return hasRetryAfter && ASKS_TO_WAIT.includes(status) ? `${status}-retry-after` : String(status);
};

/** `429 with Retry-After: 812, 500: 3`, the most frequent first; empty without any. */
export const errorsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => {
      const status = name.replace('-retry-after', ' with Retry-After');
      return `${name === OTHER ? 'another status' : status}: ${count}`;
    })
    .join(', ');
