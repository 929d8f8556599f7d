import { expect, test } from 'vitest';
import { MARKS } from './paint.ts';
import { type ConsoleSystem, lacksSigns, usePlainSigns, withPlainSigns } from './plain-signs.ts';

const TERMINAL = { isTTY: true };

test.for<readonly [string, NodeJS.Platform, ConsoleSystem['environment'], boolean]>([
  ['a usual terminal', 'linux', { TERM: 'xterm-256color', LANG: 'en_GB.UTF-8' }, false],
  ['a terminal without a locale', 'linux', { TERM: 'xterm' }, false],
  ['the console of the kernel', 'linux', { TERM: 'linux', LANG: 'en_GB.UTF-8' }, true],
  ['a locale of another encoding', 'linux', { TERM: 'xterm', LANG: 'de_DE.ISO-8859-1' }, true],
  ['the locale of C', 'darwin', { TERM: 'xterm', LANG: 'C' }, true],
  ['a locale that another one overrides', 'linux', { LC_ALL: 'C.utf8', LANG: 'C' }, false],
  ['the old console of Windows', 'win32', { LANG: 'en_GB.UTF-8' }, true],
  ['the terminal of Windows', 'win32', { WT_SESSION: '1' }, false],
  ['an editor on Windows', 'win32', { TERM_PROGRAM: 'vscode' }, false],
])('%s on %s with %o', ([, platform, environment, lacks]) => {
  expect(lacksSigns(TERMINAL, { platform, environment })).toBe(lacks);
  expect(lacksSigns({}, { platform, environment })).toBe(false);
});

test('the sign of each verdict stays another one, of the same width', () => {
  const signs = Object.values(MARKS).map(({ sign }) => withPlainSigns(sign));

  expect(signs.join('')).toMatch(/^[\x21-\x7e]+$/);
  expect(new Set(signs).size).toBe(signs.length);
  expect(signs.every((sign) => sign.length === 1)).toBe(true);
});

test('letters of a language stay', () => {
  expect(withPlainSigns('✓ für 3 × ‹redacted 4711› …')).toBe('+ für 3 x <redacted 4711> ~');
});

/** Chunks that reach a stream of this kind after `usePlainSigns`. */
const shownOn = (isTTY: boolean, ...chunks: readonly (string | Uint8Array)[]) => {
  const shown: (string | Uint8Array)[] = [];
  const write = (chunk: string | Uint8Array): boolean => shown.push(chunk) > 0;
  const stream = { isTTY, write };
  usePlainSigns([stream], { platform: 'linux', environment: { TERM: 'linux' } });
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
