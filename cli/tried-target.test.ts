import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../client/testing/local-server.ts';
import { testTarget } from '../client/testing/test-target.ts';
import { triedTarget } from './tried-target.ts';

const runOf = async (keepsEvidence: boolean) => {
  const server = await startLocalServer((_request, response) => response.end('{}'));
  onTestFinished(() => server.close());
  const target = await testTarget({ base_url: server.address });
  const run = {
    target,
    plan: { keepsEvidence, target },
    frame: { order: { line: ['travel'] as const } },
  };
  return { run, server };
};

test('where the thread of the suites cannot say, this one tries the target', async () => {
  const { run, server } = await runOf(true);
  const silent = () => Promise.resolve(undefined);

  const tried = await triedTarget(run, new AbortController().signal, silent);

  expect(tried).toMatchObject({ ok: true });
  expect(server.received.length).toBeGreaterThan(0);
});

test('where the run was stopped meanwhile, nothing more is sent', async () => {
  const { run, server } = await runOf(true);
  const stop = new AbortController();
  const stopped = () => {
    stop.abort();
    return Promise.resolve(undefined);
  };

  expect(await triedTarget(run, stop.signal, stopped)).toBeUndefined();
  expect(server.received).toEqual([]);
});

test.each([
  ['they are not shown there', false, true],
  ['its target holds functions', true, false],
])('the thread of the suites is not asked where %s', async (_, keepsEvidence, isHanded) => {
  const { run } = await runOf(keepsEvidence);
  const plan = { keepsEvidence, ...(isHanded ? { target: run.target } : {}) };
  const never = () => Promise.reject(new Error('it was asked'));

  const tried = await triedTarget({ ...run, plan }, new AbortController().signal, never);

  expect(tried).toMatchObject({ ok: true });
});
