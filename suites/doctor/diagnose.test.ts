import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../client/testing/local-server.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { diagnose } from './diagnose.ts';

/** Paths requested from a service that refuses everything; optionally the examination is stopped at its first request. */
const askedOf = async (isStopped: boolean): Promise<readonly string[]> => {
  const stop = new AbortController();
  const asked: string[] = [];
  const server = await startLocalServer(({ url }, response) => {
    asked.push(url);
    if (isStopped) stop.abort('interrupted');
    const status = url.startsWith('/BE/') ? 400 : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(() => server.close());
  const target = await testTarget({ base_url: server.address });
  const complaint = { target, document: {}, lines: ['travel'] as const, seed: 1 };
  await diagnose({ ...complaint, today: '2026-11-22' }, stop.signal);
  return asked;
};

test('a stop during the examination ends it there', async () => {
  const stopped = await askedOf(true);

  expect(stopped.length).toBeLessThan(10);
  expect((await askedOf(false)).length).toBeGreaterThan(stopped.length);
});
