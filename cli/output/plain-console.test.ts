import { expect, onTestFinished, test, vi } from 'vitest';
import { usePlainSigns } from './plain-console.ts';

/** Chunks that reach a stream of this kind after `usePlainSigns`. */
const shownOn = (isTTY: boolean, ...chunks: readonly (string | Uint8Array)[]) => {
  vi.stubEnv('TERM', 'linux');
  onTestFinished(() => void vi.unstubAllEnvs());
  const shown: (string | Uint8Array)[] = [];
  const write = (chunk: string | Uint8Array): boolean => shown.push(chunk) > 0;
  const stream = { isTTY, write };
  usePlainSigns([stream]);
  for (const chunk of chunks) stream.write(chunk);
  return shown;
};

test('a console that lacks signs gets others, and bytes as they are', () => {
  const bytes = Buffer.from('✓');

  expect(shownOn(true, '✓ passed', bytes)).toEqual(['+ passed', bytes]);
});

test('a file gets every sign', () => {
  expect(shownOn(false, '✓ passed')).toEqual(['✓ passed']);
});
