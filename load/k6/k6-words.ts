/** What k6 warns of, and what of it is told: nothing where it is counted, or said, elsewhere. */
const WORDS: readonly (readonly [RegExp, string | null])[] = [
  [/^Request Failed/, null],
  [/^No script iterations fully finished/, null],
  [
    /^Insufficient VUs/,
    'at times every virtual user was waiting for an answer, and price requests were left out for want of one',
  ],
];

const LONGEST = 200;

/** Whether nothing is told of it; of these there may be one for every request. */
export const isCounted = (text: string): boolean =>
  WORDS.some(([pattern, words]) => words === null && pattern.test(text));

/** The warnings of k6 in our words; of those that have none the first one is quoted. */
export const inOurWords = (warnings: readonly string[]): readonly string[] => {
  const known = warnings.map((text) => WORDS.find(([pattern]) => pattern.test(text)));
  const told = known.flatMap((row) => row?.[1] ?? []);
  const other = warnings.find((_text, index) => known[index] === undefined);
  const quoted = other?.replaceAll(/\s+/g, ' ').slice(0, LONGEST);
  return [...new Set(told), ...(quoted === undefined ? [] : [`k6 warned: “${quoted}”`])];
};
