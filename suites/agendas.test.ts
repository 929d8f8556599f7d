import { expect, test } from 'vitest';
import type { Line } from '../spec/line.ts';
import { agendasOf, batchesOf, type NamedSuite } from './agendas.ts';
import type { Alone } from './suite-order.ts';
import type { SuiteTest } from './suite.ts';

const LINES = ['jobloss', 'travel', 'gap'] as const satisfies readonly Line[];

const suite = (
  name: NamedSuite['name'],
  alone?: Alone,
  failedLast = false,
  lines: readonly Line[] = LINES,
): NamedSuite => {
  const tests = lines.map((line): SuiteTest => {
    return { title: `${name} ${line}`, line, conduct: async () => ({}) };
  });
  return { name, alone, failedLast, tests, probes: () => [] };
};

const titles = (batch: readonly NamedSuite[], mayEndEarly = false) =>
  agendasOf(batch, mayEndEarly).map((agenda) =>
    agenda.map(({ items }) => items.map(({ test: { title } }) => title)),
  );

const CHAINS = [suite('drafts', 'on-its-line'), suite('sequences', 'on-its-line')];
const SUITES = [suite('journeys'), suite('fields'), ...CHAINS];

/** The agendas in short: the suite of a chain, or how many tests go side by side. */
const inShort = (batch: readonly NamedSuite[]) =>
  agendasOf(batch, false).map((agenda) =>
    agenda.map(({ items, isAlone }) => (isAlone ? items[0]?.suite.name : items.length)),
  );

const MANY = Array.from({ length: 10 }, () => suite('fields'));

test('one line after the other has sent to it what goes side by side, behind its chains or between them', () => {
  expect(inShort([...MANY, ...CHAINS])).toEqual([
    [10, 'drafts', 'sequences'],
    ['drafts', 10, 'sequences'],
    ['drafts', 'sequences', 10],
  ]);
});

test('the lines with the longest chains have them in one piece', () => {
  const long = suite('races', 'on-its-line', false, ['gap']);
  const lines = agendasOf([...MANY, ...CHAINS, long], false).map(
    ([stage]) => stage?.items[0]?.test.line,
  );

  expect(lines).toEqual(['gap', 'travel', 'jobloss']);
});

test('of a suite that is alone on a line, tests that go in turn are chains of their own', () => {
  const tests = [1, 2, 3].map((at): SuiteTest => {
    return { title: `${at}`, line: 'gap', isInTurn: true, conduct: async () => ({}) };
  });

  expect(titles([{ ...suite('sequences', 'on-its-line'), tests }])).toEqual([
    [['1'], ['2'], ['3']],
  ]);
});

test('of one line the broad comes first', () => {
  const [journeys, fields, ...chains] = SUITES.map((each) => ({
    ...each,
    tests: each.tests.slice(0, 1),
  }));

  expect(titles([journeys, fields, ...chains].filter((each) => each !== undefined))).toEqual([
    [['journeys jobloss', 'fields jobloss'], ['drafts jobloss'], ['sequences jobloss']],
  ]);
});

test('the broad comes first on all lines where the run may end early', () => {
  expect(titles(SUITES, true).map(([first]) => first)).toEqual([
    ['journeys jobloss', 'fields jobloss'],
    ['journeys travel', 'fields travel'],
    ['journeys gap', 'fields gap'],
  ]);
});

test('tests keep the order of the suites, whatever their line', () => {
  const ranks = agendasOf(SUITES, true).flatMap(([shared]) => shared?.items ?? []);
  const ordered = ranks.toSorted((a, b) => a.rank - b.rank).map(({ test: { title } }) => title);

  expect(ordered).toEqual([...titles([suite('journeys')]), ...titles([suite('fields')])].flat(2));
});

test('what comes before the chains of a line begins before what comes after those of another', () => {
  const shared = agendasOf(SUITES, false)
    .flat()
    .filter(({ isAlone }) => !isAlone)
    .flatMap(({ items }) => items);
  const ordered = shared.toSorted((a, b) => a.rank - b.rank).map(({ test: { line } }) => line);

  expect(ordered).toEqual(['jobloss', 'jobloss', 'gap', 'gap', 'travel', 'travel']);
});

test('a test of no line has an agenda of its own', () => {
  const odd: SuiteTest = { title: 'odd', conduct: async () => ({}) };

  expect(titles([{ ...suite('fields', undefined, false, ['gap']), tests: [odd] }])).toEqual([
    [['odd']],
  ]);
});

test('what failed last time does not overlap with what comes after it, nor what is behind all others', () => {
  const batches = batchesOf([
    suite('fields', undefined, true),
    suite('sequences', 'on-its-line', true),
    suite('journeys'),
    suite('drafts', 'on-its-line'),
    suite('unique-ids', 'behind-all'),
    suite('breakdowns', 'behind-all'),
    suite('observations'),
  ]);

  expect(batches.map((batch) => batch.map(({ name }) => name))).toEqual([
    ['fields', 'sequences'],
    ['journeys', 'drafts'],
    ['unique-ids', 'breakdowns', 'observations'],
  ]);
});
