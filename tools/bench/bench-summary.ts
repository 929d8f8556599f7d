import type { Measured, Results } from './part.ts';

const amissWith = (measured: Measured): string | undefined => {
  if ('broken' in measured) return `came to no end: ${measured.broken}`;
  if ('skipped' in measured) return `not measured: ${measured.skipped}`;
  return measured.failed ? 'measured, but what is wanted was not reached' : undefined;
};

/** What is said at the end of a bench: a line for each part that did not go well, and how many did. */
export const benchSummary = (results: Results): readonly string[] => {
  const amiss = [...results].flatMap(([id, measured]) => {
    const what = amissWith(measured);
    return what === undefined ? [] : [`${id}: ${what}`];
  });
  const parts = results.size === 1 ? '1 part' : `${results.size} parts`;
  const right = results.size - amiss.length;
  return [...amiss, `${parts}, ${right === results.size ? 'all' : right} measured as wanted`];
};
