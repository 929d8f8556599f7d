import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../reference/start.ts';
import { conductRun, takeConductedRun } from './conducted-run.ts';
import { stubRun } from './testing/stub-run.ts';
import { stubService } from './testing/stub-service.ts';

test('a run sends before anybody shows it, and is handed over once', async () => {
  let answers = 0;
  const now = () => {
    answers += 1;
    return new Date();
  };
  const service = await startReference({ now });
  onTestFinished(() => service.close());
  const { target: document, environment } = service;
  const { run: stub } = await stubRun(stubService(), 'travel');

  conductRun({ ...stub.plan, source: { document, environment }, suites: ['journeys'] });
  await expect.poll(() => answers).toBeGreaterThan(5);

  const { run, suites, endOf } = await takeConductedRun();
  onTestFinished(() => run.close());
  const tests = suites.flatMap((suite) => suite.tests);
  const ends = await Promise.all(tests.map(endOf));
  expect(ends.length).toBeGreaterThan(0);
  expect(ends.filter(({ result }) => result === undefined)).toEqual([]);
  await expect(takeConductedRun()).rejects.toThrow('no run was conducted in this thread');
});

test('a run takes the target that it is given, and reads its file only where it is given none', async () => {
  const { run: stub } = await stubRun(stubService(), 'travel');
  const source = { file: '/nowhere/target.yaml' };
  const { target } = stub;

  conductRun({ ...stub.plan, source, target, suites: ['leads'] });
  const { run } = await takeConductedRun();
  onTestFinished(() => run.close());
  expect(run.target).toEqual(target);

  conductRun({ ...stub.plan, source });
  await expect(takeConductedRun()).rejects.toThrow('/nowhere/target.yaml');
});

test('what keeps a run from being opened is told to whoever shows it', async () => {
  const { run: stub } = await stubRun(stubService(), 'travel');
  const source = { document: { base_url: 'http://127.0.0.1:1' } };
  const files = { ...stub.plan.files, exchanges: '/nowhere/exchanges.jsonl' };

  conductRun({ ...stub.plan, source, files });
  await expect(takeConductedRun()).rejects.toThrow('/nowhere/exchanges.jsonl');
});
