import { expect, test } from 'vitest';
import { type FailureMode, startFailing } from './start-failing.ts';

const ask = async (mode: FailureMode, method = 'GET'): Promise<string> => {
  const { base_url, close } = await startFailing(mode);
  try {
    const response = await fetch(`${base_url}/BE/lifestyle/jobloss/drafts`, {
      method,
      signal: AbortSignal.timeout(300),
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    const type = response.headers.get('content-type') ?? '';
    return `${response.status} ${type} ${(await response.text()).slice(0, 9)}`;
  } catch (error) {
    return (error as Error).name;
  } finally {
    await close();
  }
};

test.each([
  ['closes-connections', 'TypeError'],
  ['stalls', 'TimeoutError'],
  ['answers-500', '500 application/json {"error":'],
  ['answers-200-empty-object', '200 application/json {}'],
  ['sends-html', '200 text/html; charset=utf-8 <!doctype'],
] as const)('%s for any request', async (mode, seen) => {
  expect([await ask(mode), await ask(mode, 'POST')]).toEqual([seen, seen]);
});

test('a closed service no longer listens', async () => {
  const { base_url, close } = await startFailing('stalls');
  await close();

  await expect(fetch(base_url)).rejects.toThrow('fetch failed');
});
