import { expect, test } from 'vitest';
import { type Sickness, startSick } from './start-sick.ts';

const ask = async (sickness: Sickness, method = 'GET'): Promise<string> => {
  const { base_url, close } = await startSick(sickness);
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
] as const)('%s does so, whatever is asked', async (sickness, seen) => {
  expect([await ask(sickness), await ask(sickness, 'POST')]).toEqual([seen, seen]);
});

test('a closed service listens no longer', async () => {
  const { base_url, close } = await startSick('stalls');
  await close();

  await expect(fetch(base_url)).rejects.toThrow('fetch failed');
});
