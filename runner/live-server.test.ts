import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startLiveServer } from './live-server.ts';
import { SILENT, type RunListener } from './run-listener.ts';

const listener: RunListener = { ...SILENT, ended: () => undefined, trouble: () => undefined };

const started = async () => {
  const server = await startLiveServer();
  onTestFinished(() => server.close());
  return server;
};

/** Status of a call with another Host header, which fetch does not send. */
const statusAsHost = (address: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(address, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

const ask = (address: string, body: string) =>
  fetch(new URL('run', address), { method: 'POST', body });

test('only a caller with the token, by an address of this machine, gets the page', async () => {
  const { address } = await started();
  const { origin, host } = new URL(address);
  const page = await fetch(address);

  expect(new URL(address).hostname).toBe('127.0.0.1');
  expect([
    page.status,
    page.headers.get('cache-control'),
    page.headers.get('referrer-policy'),
  ]).toEqual([200, 'no-store', 'no-referrer']);
  expect(await page.text()).toMatch(/default-src [^"]*connect-src/);
  for (const path of ['/', '/page/', '/events', `${new URL(address).pathname.slice(0, -2)}/`])
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  expect(await statusAsHost(address, host)).toBe(200);
  expect(await statusAsHost(address, 'elsewhere.test')).toBe(404);
});

test.each([
  '',
  '{',
  '[]',
  '{"run":"none"}',
  '{"run":"cells","cells":[]}',
  '{"run":"cells","cells":[1]}',
])('a request for a run that names none, %j, is refused', async (body) => {
  const { address, nextRun } = await started();
  const next = nextRun('waiting', 0, new AbortController().signal);
  const answer = await ask(address, body);

  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('"failed"')]);
  await ask(address, '{"run":"all"}');
  expect(await next).toEqual({ run: 'all' });
});

test('a run is asked for only while the watch waits, and once', async () => {
  const { address, nextRun } = await started();
  const stop = new AbortController();

  expect((await ask(address, '{"run":"all"}')).status).toBe(409);
  const next = nextRun('waiting', 2, stop.signal);
  expect((await ask(address, '{"run":"cells","cells":["ID-01@gap.draft-create"]}')).status).toBe(
    202,
  );
  expect((await ask(address, '{"run":"failed"}')).status).toBe(409);
  expect(await next).toEqual({ run: 'cells', cells: ['ID-01@gap.draft-create'] });
  const stopped = nextRun('waiting', 0, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
});

test('the page receives the state of the watch as it changes', async () => {
  const { address, nextRun, showing } = await started();
  const events = await fetch(new URL('events', address));
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  const state = async () => {
    const { value = '' } = (await reader?.read()) ?? {};
    return JSON.parse(value.slice('data: '.length)) as Record<string, unknown>;
  };

  expect(events.headers.get('content-type')).toContain('text/event-stream');
  expect(await state()).toMatchObject({ text: 'starting', isRunning: true, runs: [] });
  showing(listener).progress.update(3, 9, 'a test', 1);
  expect(await state()).toMatchObject({
    text: 'running: 3 of 9 tests, 1 cell failed, 0 requests',
    done: 3,
    total: 9,
  });
  void nextRun('waiting for a restart', 1, AbortSignal.timeout(60_000)).catch(() => undefined);
  expect(await state()).toMatchObject({
    text: 'waiting for a restart',
    isRunning: false,
    failed: 1,
  });
});
