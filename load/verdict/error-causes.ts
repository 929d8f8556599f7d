import { errorsText } from '../error-statuses.ts';
import type { Series } from '../measuring/measure.ts';
import { type Unanswered, unansweredText } from '../unanswered.ts';

const sumOf = (
  all: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

/** What the errors of some series were: `429 with Retry-After: 812, 500: 3, 2 no answer in time`; empty without any. */
export const errorCauses = (...all: readonly Pick<Series, 'statuses' | 'unanswered'>[]): string =>
  [
    errorsText(sumOf(all.map(({ statuses }) => statuses))),
    unansweredText(
      sumOf(all.map(({ unanswered }) => unanswered)) as Partial<Record<Unanswered, number>>,
    ),
  ]
    .filter((text) => text !== '')
    .join(', ');

/** ` (…)`, or nothing for an empty text. */
export const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);
