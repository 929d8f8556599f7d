import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { finding } from '../../oracles/testing/sample-finding.ts';
import type { NamedSuite } from './schedule.ts';
import { conductSuites, type TestEnd } from './conduct-suites.ts';
import type { Run } from './run.ts';
import { createStopSignal } from './stop.ts';
import type { Line } from '../../spec/line.ts';
import type { SuiteTest, TestResult } from './suite.ts';

const CELL = {
  id: 'DRAFT-01@travel.draft-create',
  requirement: 'DRAFT-01',
  operation: 'travel.draft-create',
} as const;

/** The part of a run that the loop needs. */
const stubRun = ({ failFast = false, concurrency = 1 } = {}) => {
  const stop = createStopSignal();
  const probes: string[] = [];
  const run = {
    stop,
    plan: { failFast, waivers: [] },
    target: { limits: { concurrency } },
    client: { room: async () => undefined },
    generators: {},
    judges: () => true,
    append: (stream: string, lines: string) => {
      if (stream === 'probes') probes.push(lines);
    },
    planned: () => undefined,
    flush: () => undefined,
  } as unknown as Run;
  const announced = (): readonly string[] =>
    probes
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { probe: string }).probe);
  return { run, announced };
};

/** A test that records its start and its end. */
const recordingTest =
  (log: string[]) =>
  (title: string, result: TestResult = {}, line: Line = 'travel'): SuiteTest => ({
    title,
    line,
    conduct: async () => {
      log.push(`${title} begins`);
      await sleep(5);
      log.push(`${title} ends`);
      return result;
    },
  });

const suite = (
  name: NamedSuite['name'],
  tests: readonly SuiteTest[],
  last: readonly SuiteTest[] = [],
): NamedSuite => ({
  name,
  tests: [...tests, ...last.map((each) => ({ ...each, isLast: true as const }))],
  probes: () => [{ name, data: 1 }],
});

const conducted = async (run: Run, suites: readonly NamedSuite[]) => {
  const ends = new Map<string, TestEnd>();
  await conductSuites(run, suites, ({ title }, end) => ends.set(title, end));
  return ends;
};

test('the length of a run is known while its main tests run, before those behind all others', async () => {
  const log: string[] = [];
  const note = recordingTest(log);
  const { run } = stubRun();
  const behind = { ...suite('observations', [note('odd requests')]), alone: 'behind-all' } as const;

  await conducted({ ...run, planned: () => log.push('planned') }, [
    suite('journeys', [note('journey')]),
    behind,
  ]);

  expect(log.filter((each) => each !== 'journey begins')).toEqual([
    'planned',
    'journey ends',
    'odd requests begins',
    'odd requests ends',
  ]);
});

test('suites overlap except exclusive ones, and final tests run one by one', async () => {
  const log: string[] = [];
  const note = recordingTest(log);
  const { run } = stubRun();
  await conducted(run, [
    suite('journeys', [note('journey')]),
    suite('protocol', [note('call')]),
    { ...suite('sequences', [note('sequence'), note('other')]), alone: 'on-its-line' },
    { ...suite('races', [note('race')]), alone: 'on-its-line' },
    {
      ...suite('observations', [note('question')], [note('odd'), note('odder')]),
      alone: 'behind-all',
    },
  ]);

  expect(log).toEqual([
    'journey begins',
    'call begins',
    'journey ends',
    'call ends',
    'sequence begins',
    'other begins',
    'sequence ends',
    'other ends',
    'race begins',
    'race ends',
    'question begins',
    'question ends',
    'odd begins',
    'odd ends',
    'odder begins',
    'odder ends',
  ]);
});

test('a test that is exclusive on its line runs beside tests of other lines', async () => {
  const log: string[] = [];
  const note = recordingTest(log);
  await conducted(stubRun().run, [
    suite('journeys', [note('travel journey'), note('gap journey', {}, 'gap')]),
    {
      ...suite('sequences', [note('travel sequence'), note('gap sequence', {}, 'gap')]),
      alone: 'on-its-line',
    },
  ]);
  const at = (entry: string): number => log.indexOf(entry);

  expect(at('gap sequence begins')).toBeLessThan(at('travel journey ends'));
  expect(at('gap journey begins')).toBeGreaterThan(at('gap sequence ends'));
  expect(at('travel sequence begins')).toBeGreaterThan(at('travel journey ends'));
});

test('runs no more tests than needed to use the permitted requests', async () => {
  let [underWay, most] = [0, 0];
  const all = Promise.withResolvers<void>();
  const tests = Array.from({ length: 100 }, (_, at): SuiteTest => {
    const conduct = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      // No test may end before the last one has had time to start too early.
      if (underWay === 80) void sleep(50).then(all.resolve);
      await all.promise;
      underWay -= 1;
      return {};
    };
    return { title: String(at), conduct };
  });
  await conducted(stubRun({ concurrency: 20 }).run, [suite('fields', tests)]);

  expect(most).toBe(80);
});

test('a proven fail stops a fail-fast run; probes of all suites are announced all the same', async () => {
  const log: string[] = [];
  const note = recordingTest(log);
  const { run, announced } = stubRun({ failFast: true });
  const findings = [finding(CELL, 'fail'), finding(CELL, 'fail', { attempt: 2 })];
  const ends = await conducted(run, [
    suite('journeys', [note('journey', { findings })]),
    { ...suite('races', [note('race')]), alone: 'behind-all' },
  ]);

  const stopped = 'stopped after the first fail (--fail-fast)';
  expect(ends.get('journey')).toEqual({ result: { findings }, stopped });
  expect(ends.get('race')).toEqual({ stopped });
  expect(log).toEqual(['journey begins', 'journey ends']);
  expect(announced()).toEqual(['journeys', 'races']);
});

test('judges observations if the service was given up, but not if the run was stopped', async () => {
  const log: string[] = [];
  const judging = { ...recordingTest(log)('breakdowns'), judgesStoppedRun: true } as const;
  const suites = [suite('breakdowns', [judging, recordingTest(log)('other')])];
  const [given, stopped] = [stubRun().run, stubRun().run];
  given.stop.giveUp('stopped: nothing but 500');
  stopped.stop.stop('stopped after 10 s (--max-time)');
  // The first reason is kept.
  stopped.stop.giveUp('stopped: nothing but 500');

  const ends = await conducted(given, suites);
  expect(log).toEqual(['breakdowns begins', 'breakdowns ends']);
  expect(ends.get('breakdowns')).toEqual({ result: {}, stopped: 'stopped: nothing but 500' });
  expect(ends.get('other')).toEqual({ stopped: 'stopped: nothing but 500' });

  await conducted(stopped, suites);
  expect(log).toHaveLength(2);
});

test('reports an error of the harness, and continues with the other tests', async () => {
  const error = new TypeError('no such function');
  const note = recordingTest([]);
  const broken = { title: 'broken', conduct: () => Promise.reject(error) };
  const ends = await conducted(stubRun().run, [suite('fields', [broken, note('whole')])]);

  expect(ends.get('broken')).toEqual({ error });
  expect(ends.get('whole')).toEqual({ result: {} });
});
