/** The statuses of errors that are counted apart; k6 keeps only the tags that it was told of. k6 imports this file, too. */
const COUNTED = new Set(
  `400 401 402 403 404 405 406 408 409 410 411 412 413 415 421 422 425 426 428
   429 431 451 500 501 502 503 504`
    .split(/\s+/)
    .map(Number),
);

const ASKS_FOR_PATIENCE: readonly number[] = [429, 503];

const OTHER = 'other';

/** Names of the errors, as a tag has them: `429`, `429-retry-after`, `other`. */
export const ERROR_NAMES: readonly string[] = [
  ...[...COUNTED].map(String),
  ...ASKS_FOR_PATIENCE.map((status) => `${status}-retry-after`),
  OTHER,
];

/** The name of an error. */
export const errorName = (status: number, saysWhen: boolean): string => {
  if (!COUNTED.has(status)) return OTHER;
  return saysWhen && ASKS_FOR_PATIENCE.includes(status) ? `${status}-retry-after` : String(status);
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
