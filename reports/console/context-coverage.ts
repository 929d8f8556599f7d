import {
  type ContextCoverage,
  type ContextPair,
  countCovered,
} from '../../store/context-coverage.ts';
import { inlineText } from '../../store/printable.ts';

/** Gaps that are named unless all are wanted. */
const GAPS = 20;
const NAME_WIDTH = 36;
const NUMBER_WIDTH = 10;

/** Titles of the dimensions, by their names in `contexts.json`. */
export const DIMENSION_TITLES: Readonly<Record<string, string>> = {
  country: 'spelling of the country',
  connection: 'connection of the call',
  beside: 'other call in flight',
  content: 'optional fields of the draft',
  updates: 'earlier updates of the draft',
  items: 'items of each kind on the draft',
  refusals: 'earlier invalid calls on the draft',
  readers: 'earlier readers of the draft',
  priceRequests: 'earlier price requests',
  terms: 'earlier user terms',
  lead: 'earlier lead',
  contract: 'earlier contract',
  siblings: 'fields beside the faulty one',
  language: 'language of the draft',
  policyholder: 'policyholder of the draft',
  listPosition: 'item of the list with the fault',
};

/** Title of a dimension, or of two at once. */
const titleOf = (dimension: string): string =>
  dimension
    .split(' × ')
    .map((name) => (Object.hasOwn(DIMENSION_TITLES, name) ? DIMENSION_TITLES[name] : name))
    .join(' × ');

/** Pairs that no run drew, those of one dimension first. */
export const gapsIn = ({
  pairs,
  combinations,
}: Pick<ContextCoverage, 'pairs' | 'combinations'>): readonly ContextPair[] =>
  [...pairs, ...combinations].filter(({ count }) => count === 0);

const row = (name: string, ...numbers: readonly string[]): string =>
  inlineText(name, NAME_WIDTH - 2).padEnd(NAME_WIDTH) +
  numbers.map((each) => each.padStart(NUMBER_WIDTH)).join('');

const countsRow = (name: string, covered: number, possible: number): string =>
  row(
    name,
    String(covered),
    String(possible),
    // 100 % only if nothing is missing.
    `${possible === 0 ? 0 : Math.floor((100 * covered) / possible)} %`,
  );

const gapLines = (gaps: readonly ContextPair[], isAll: boolean): readonly string[] => {
  if (gaps.length === 0) return [];
  const shown = isAll ? gaps : gaps.slice(0, GAPS);
  const more = gaps.length - shown.length;
  return [
    '',
    'Not drawn yet',
    ...shown.map(({ kind, dimension, value }) =>
      inlineText(`  ${kind}, ${titleOf(dimension)}: ${value}`, 160),
    ),
    ...(more > 0 ? [`  … and ${more} more (--all)`] : []),
  ];
};

/**
 * Table of the dimensions, each with the pairs (kind of requirement and value) that were drawn, and the list of the other
 * pairs: the first 20, or all.
 */
export const renderContextCoverage = (coverage: ContextCoverage, isAll: boolean): string => {
  const { dimensions, combinations } = coverage;
  const two = countCovered(combinations);
  const sum = (key: 'covered' | 'possible'): number =>
    dimensions.reduce((total, each) => total + each[key], 0);
  return [
    row('Dimension', 'covered', 'possible', 'share'),
    ...dimensions.map(({ dimension, covered, possible }) =>
      countsRow(titleOf(dimension), covered, possible),
    ),
    countsRow('all', sum('covered'), sum('possible')),
    ...(two.possible > 0 ? [countsRow('two dimensions at once', two.drawn, two.possible)] : []),
    '',
    'The counts are pairs of a requirement kind and a value of the dimension in which it was probed.',
    ...gapLines(gapsIn(coverage), isAll),
  ].join('\n');
};
