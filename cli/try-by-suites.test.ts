import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { preflight } from '../client/preflight.ts';
import { startLocalServer } from '../client/testing/local-server.ts';
import { testTarget } from '../client/testing/test-target.ts';
import { keptThread } from './kept-thread.ts';
import { tryBySuites } from './try-by-suites.ts';

const suites = () => {
  const thread = keptThread(new URL('suite-worker.ts', import.meta.url)).get();
  onTestFinished(async () => {
    await thread.terminate();
  });
  return thread;
};

const program = (text: string) => new Worker(text, { eval: true });

test('the thread of the suites finds what is found here, of the selected lines', async () => {
  const paths: string[] = [];
  const server = await startLocalServer(({ method, url }, response) => {
    paths.push(`${method} ${url}`);
    response.end('{}');
  });
  onTestFinished(() => server.close());
  const target = await testTarget({ base_url: server.address });
  const here = await preflight(target, ['travel']);
  const sent = paths.splice(0).toSorted();

  expect(await tryBySuites(target, ['travel'], suites())).toEqual(here);
  expect(paths.toSorted()).toEqual(sent);
});

test('it refuses an address where nobody listens', async () => {
  const target = await testTarget({ base_url: 'http://127.0.0.1:1' });

  expect(await tryBySuites(target, undefined, suites())).toMatchObject({
    ok: false,
    problem: expect.stringContaining('ECONNREFUSED'),
  });
});

test.each([
  ['does not load', 'throw new Error("broken")'],
  ['ends', 'process.exit(0)'],
  [
    'cannot try',
    'const port = require("node:worker_threads").parentPort; port.once("message", () => port.postMessage({ tried: null }))',
  ],
])('where the thread %s, it says nothing', async (_, text) => {
  expect(await tryBySuites(await testTarget({}), undefined, program(text))).toBeUndefined();
});
