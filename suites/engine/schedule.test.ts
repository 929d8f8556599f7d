import { expect, test } from 'vitest';
import type { Line } from '../../spec/line.ts';
import {
  schedulesOf,
  batchesOf,
  type NamedSuite,
  openPriorityPool,
  mapConcurrently,
} from './schedule.ts';
import type { Exclusivity } from './suite-order.ts';
import type { SuiteTest } from './suite.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const LINES = ['jobloss', 'travel', 'gap'] as const satisfies readonly Line[];

const suite = (
  name: NamedSuite['name'],
  alone?: Exclusivity,
  failedLast = false,
  lines: readonly Line[] = LINES,
): NamedSuite => {
  const tests = lines.map((line): SuiteTest => {
    return { title: `${name} ${line}`, line, conduct: async () => ({}) };
  });
  return { name, alone, failedLast, tests, probes: () => [] };
};

const titles = (batch: readonly NamedSuite[], mayEndEarly = false) =>
  schedulesOf(batch, mayEndEarly).map((schedule) =>
    schedule.map(({ items }) => items.map(({ test: { title } }) => title)),
  );

const CHAINS = [suite('drafts', 'on-its-line'), suite('sequences', 'on-its-line')];
const SUITES = [suite('journeys'), suite('fields'), ...CHAINS];

/** Schedules in short form: the suite of a chain, or the number of concurrent tests. */
const inShort = (batch: readonly NamedSuite[]) =>
  schedulesOf(batch, false).map((schedule) =>
    schedule.map(({ items, isExclusive }) => (isExclusive ? items[0]?.suite.name : items.length)),
  );

const MANY = Array.from({ length: 10 }, () => suite('fields'));

test('schedules one line after the other, concurrent tests behind its chains or between them', () => {
  expect(inShort([...MANY, ...CHAINS])).toEqual([
    [10, 'drafts', 'sequences'],
    ['drafts', 10, 'sequences'],
    ['drafts', 'sequences', 10],
  ]);
});

test('keeps the chains of the longest lines in one piece', () => {
  const long = suite('races', 'on-its-line', false, ['gap']);
  const lines = schedulesOf([...MANY, ...CHAINS, long], false).map(
    ([stage]) => stage?.items[0]?.test.line,
  );

  expect(lines).toEqual(['gap', 'travel', 'jobloss']);
});

test('tests in turn of a suite that is exclusive on a line are separate chains', () => {
  const tests = [1, 2, 3].map((at): SuiteTest => {
    return { title: `${at}`, line: 'gap', isSerial: true, conduct: async () => ({}) };
  });

  expect(titles([{ ...suite('sequences', 'on-its-line'), tests }])).toEqual([
    [['1'], ['2'], ['3']],
  ]);
});

test('schedules the broad tests of a line first', () => {
  const [journeys, fields, ...chains] = SUITES.map((each) => ({
    ...each,
    tests: each.tests.slice(0, 1),
  }));

  expect(titles([journeys, fields, ...chains].filter((each) => each !== undefined))).toEqual([
    [['journeys jobloss', 'fields jobloss'], ['drafts jobloss'], ['sequences jobloss']],
  ]);
});

test('schedules broad tests first on all lines if the run may end early', () => {
  expect(titles(SUITES, true).map(([first]) => first)).toEqual([
    ['journeys jobloss', 'fields jobloss'],
    ['journeys travel', 'fields travel'],
    ['journeys gap', 'fields gap'],
  ]);
});

test('tests keep the order of the suites, whatever their line', () => {
  const ranks = schedulesOf(SUITES, true).flatMap(([shared]) => shared?.items ?? []);
  const ordered = ranks.toSorted((a, b) => a.rank - b.rank).map(({ test: { title } }) => title);

  expect(ordered).toEqual([...titles([suite('journeys')]), ...titles([suite('fields')])].flat(2));
});

test('tests before the chains of a line start before those after the chains of another', () => {
  const shared = schedulesOf(SUITES, false)
    .flat()
    .filter(({ isExclusive }) => !isExclusive)
    .flatMap(({ items }) => items);
  const ordered = shared.toSorted((a, b) => a.rank - b.rank).map(({ test: { line } }) => line);

  expect(ordered).toEqual(['jobloss', 'jobloss', 'gap', 'gap', 'travel', 'travel']);
});

test('a test without a line has its own schedule', () => {
  const odd: SuiteTest = { title: 'odd', conduct: async () => ({}) };

  expect(titles([{ ...suite('fields', undefined, false, ['gap']), tests: [odd] }])).toEqual([
    [['odd']],
  ]);
});

test('tests that failed last time overlap neither with later ones, nor with final ones', () => {
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

const always = async (): Promise<void> => undefined;

test('starts the lowest rank first, and equal ranks in order', async () => {
  const begun: string[] = [];
  const inTurn = openPriorityPool(1, always);
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await sleep(1);
  };

  await Promise.all([
    inTurn(2, work('first of all')),
    inTurn(3, work('later')),
    inTurn(1, work('early')),
    inTurn(3, work('last')),
  ]);

  expect(begun).toEqual(['early', 'first of all', 'later', 'last']);
});

test('starts nothing without capacity', async () => {
  let room = Promise.withResolvers<void>();
  let begun = 0;
  const inTurn = openPriorityPool(10, () => room.promise);
  const works = [1, 2].map((rank) =>
    inTurn(rank, async () => {
      begun += 1;
      room = Promise.withResolvers();
    }),
  );
  await sleep(5);
  const withoutRoom = begun;
  room.resolve();
  await sleep(5);
  const withRoomForOne = begun;
  room.resolve();
  await Promise.all(works);

  expect([withoutRoom, withRoomForOne, begun]).toEqual([0, 1, 2]);
});

test('failed work frees its capacity', async () => {
  const inTurn = openPriorityPool(1, always);
  const failing = inTurn(1, () => Promise.reject(new Error('broken')));

  await expect(failing).rejects.toThrow('broken');
  await expect(inTurn(2, async () => 'whole')).resolves.toBe('whole');
});

test('runs a few at once, and keeps the order of the results', async () => {
  let [underWay, most] = [0, 0];
  const came = await mapConcurrently([50, 40, 30, 20, 10, 0], async (milliseconds) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(milliseconds);
    underWay -= 1;
    return [milliseconds, -milliseconds];
  });

  expect(most).toBe(4);
  expect(came).toEqual([50, -50, 40, -40, 30, -30, 20, -20, 10, -10, 0, -0]);
});

test('rethrows errors', async () => {
  const failing = mapConcurrently([1, 2], (item) => Promise.reject(new Error(`no ${item}`)));

  await expect(failing).rejects.toThrow('no 1');
});

test('writes items that wait for earlier ones in order, also if one throws', async () => {
  const written: number[] = [];

  const ended = mapConcurrently([30, 20, 10, 0], async (milliseconds, earlier) => {
    await sleep(milliseconds);
    if (milliseconds === 30) throw new Error('lost');
    await earlier;
    written.push(milliseconds);
    return [];
  });

  await expect(ended).rejects.toThrow('lost');
  expect(written).toEqual([20, 10, 0]);
});
