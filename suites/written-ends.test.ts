import { expect, test } from 'vitest';
import type { NamedSuite } from './engine/schedule.ts';
import { conductSuites, type TestEnd } from './engine/conduct-suites.ts';
import type { Run } from './engine/run.ts';
import { RunStopped } from './engine/stop.ts';
import type { SuiteTest } from './engine/suite.ts';
import { stubRun } from './testing/stub-run.ts';
import { stubService } from './testing/stub-service.ts';

type Conduct = SuiteTest['conduct'];

const ENDS: Conduct = async () => ({});
const IS_STOPPED: Conduct = () => Promise.reject(new RunStopped('by the test'));

const runThatWrites = async (flush: () => void): Promise<Run> => {
  const { run } = await stubRun(stubService(), 'travel');
  return { ...run, flush };
};

const suiteOf = (...conducts: readonly Conduct[]): NamedSuite => ({
  name: 'journeys',
  probes: () => [],
  tests: conducts.map((conduct, at) => ({ title: `${at}`, meta: {}, line: 'travel', conduct })),
});

test.each([
  ['ends', ENDS],
  ['is stopped', IS_STOPPED],
  ['breaks', () => Promise.reject(new Error('broken'))],
])('the record of a test is written before the event that it %s', async (_, conduct) => {
  const log: string[] = [];
  const run = await runThatWrites(() => log.push('written'));

  await conductSuites(run, [suiteOf(conduct)], () => log.push('reported'));
  expect(log).toEqual(['written', 'reported', 'written']);
});

test('a test whose record cannot be written ends with that error, also after a stop', async () => {
  const error = new Error('ENOSPC');
  const run = await runThatWrites(() => {
    throw error;
  });
  const ends: TestEnd[] = [];
  const stopping: Conduct = async () => {
    run.stop.stop('by the test');
    return {};
  };

  const suites = [suiteOf(IS_STOPPED, stopping, ENDS)];
  await expect(conductSuites(run, suites, (_test, end) => ends.push(end))).rejects.toBe(error);
  expect(ends).toEqual([{ error }, { error }, { error }]);
});
