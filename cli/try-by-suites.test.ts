import { expect, onTestFinished, test } from 'vitest';
import { preflight } from '../client/preflight.ts';
import { startLocalServer } from '../client/testing/local-server.ts';
import { testTarget } from '../client/testing/test-target.ts';
import { LINES } from '../spec/line.ts';
import { keptThread } from './kept-thread.ts';
import { tryBySuites } from './try-by-suites.ts';

const suites = () => {
  const thread = keptThread(new URL('suite-worker.ts', import.meta.url)).get();
  onTestFinished(async () => {
    await thread.terminate();
  });
  return thread;
};

const NEVER = new AbortController().signal;

const program = (text: string) =>
  keptThread(new URL(`data:text/javascript,${encodeURIComponent(text)}`)).get();

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

  expect(await tryBySuites({ target, lines: ['travel'] }, NEVER, suites())).toEqual(here);
  expect(paths.toSorted()).toEqual(sent);
});

test('it refuses an address where nobody listens', async () => {
  const target = await testTarget({ base_url: 'http://127.0.0.1:1' });

  expect(await tryBySuites({ target, lines: LINES }, NEVER, suites())).toMatchObject({
    ok: false,
    problem: expect.stringContaining('ECONNREFUSED'),
  });
});

test.each([
  ['does not load', 'throw new Error("broken")'],
  ['ends', 'process.exit(0)'],
  [
    'cannot try',
    'import { parentPort } from "node:worker_threads"; parentPort.once("message", ({ tryOut }) => tryOut.answers.close())',
  ],
])('where the thread %s, it says nothing', async (_, text) => {
  const trial = { target: await testTarget({}), lines: LINES };

  expect(await tryBySuites(trial, NEVER, program(text))).toBeUndefined();
});

test('two trials at once are told what came of their own', async () => {
  const server = await startLocalServer((_request, response) => {
    setTimeout(() => response.end('{}'), 300);
  });
  onTestFinished(() => server.close());
  const thread = suites();
  const slow = { target: await testTarget({ base_url: server.address }), lines: LINES };
  const dead = { target: await testTarget({ base_url: 'http://127.0.0.1:1' }), lines: LINES };

  const [first, second] = await Promise.all([
    tryBySuites(slow, NEVER, thread),
    tryBySuites(dead, NEVER, thread),
  ]);

  expect([first?.ok, second?.ok]).toEqual([true, false]);
});

test('one that is stopped waits no longer, nor does one that was stopped before', async () => {
  const server = await startLocalServer(() => undefined);
  onTestFinished(() => server.close());
  const trial = { target: await testTarget({ base_url: server.address }), lines: LINES };
  const stop = new AbortController();
  const thread = suites();
  const trying = tryBySuites(trial, stop.signal, thread);

  stop.abort();

  expect(await trying).toBeUndefined();
  expect(await tryBySuites(trial, stop.signal, thread)).toBeUndefined();
});
