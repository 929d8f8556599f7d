import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvFile } from './env-file.ts';

const envFile = (content?: string | Buffer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '.env');
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

test('every usual way to write it is taken', () => {
  const text = `\ufeff# a comment
export A=1
B: 2

C = "x # y"  # why
D='a
b'
E="say \\"it\\""
F=g # h
`;

  expect(readEnvFile(envFile(text.replaceAll('\n', '\r\n')))).toEqual({
    A: '1',
    B: '2',
    C: 'x # y',
    D: 'a\nb',
    E: String.raw`say \"it\"`,
    F: 'g',
  });
  expect(readEnvFile(envFile())).toEqual({});
});

test.each([
  ['no value', 'A=1\nASSAY_TOKEN\n', /\.env:2:1\n +wanted {2}NAME=value/],
  ['another language', 'set ASSAY_TOKEN=canary\n', /\.env:1:1\n +wanted {2}NAME=value/],
  ['an open quote', '# a\nASSAY_TOKEN="canary\nB=1\n', /\.env:2:1\n +wanted {2}a closing "/],
  ['a hash in a value', 'ASSAY_TOKEN=canary#1\n', /\.env:1:1\n +wanted {2}a value with # in it/],
  ['UTF-16', Buffer.from('\ufeffA=1', 'utf16le'), /\.env\n +wanted {2}a text in UTF-8/],
  ['Latin-1', Buffer.from('A=1\nB=caf\xe9\n', 'latin1'), /\.env:2:6\n +wanted {2}a text in UTF-8/],
])('%s is refused at its line, and no value is shown', (_what, content, message) => {
  const path = envFile(content);

  expect(() => readEnvFile(path)).toThrow(message);
  expect(() => readEnvFile(path)).not.toThrow(/canary/);
});

test('a folder of this name is refused', () => {
  const path = envFile();
  mkdirSync(path);

  expect(() => readEnvFile(path)).toThrow(
    /the file \.env has a problem:\n.+\n.+\n +got {5}a folder/,
  );
});
