import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvFile, environmentFindings } from './env-file.ts';
import { ENVIRONMENT_RULES } from './environment-rules.ts';
import { ignoredEnvFileLines, readEnvironment } from '../target.ts';

const envFile = (content?: string | Buffer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '.env');
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

test('accepts every common notation', () => {
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
  ['no value', 'A=1\nASSAY_TOKEN\n', /\.env:2:1\n +expected {2}NAME=value/],
  ['another language', 'set ASSAY_TOKEN=canary\n', /\.env:1:1\n +expected {2}NAME=value/],
  ['an open quote', '# a\nASSAY_TOKEN="canary\nB=1\n', /\.env:2:1\n +expected {2}a closing "/],
  [
    'a hash in a value',
    'ASSAY_TOKEN=canary#1\n',
    /\.env:1:1\n +expected {2}quotes around a value that contains #/,
  ],
  ['UTF-16', Buffer.from('\ufeffA=1', 'utf16le'), /\.env\n +expected {2}a text in UTF-8/],
  [
    'Latin-1',
    Buffer.from('A=1\nB=caf\xe9\n', 'latin1'),
    /\.env:2:6\n +expected {2}a text in UTF-8/,
  ],
])('refuses %s at its line, without showing a value', (_what, content, message) => {
  const path = envFile(content);

  expect(() => readEnvFile(path)).toThrow(message);
  expect(() => readEnvFile(path)).not.toThrow(/canary/);
});

test('refuses a folder of this name', () => {
  const path = envFile();
  mkdirSync(path);

  expect(() => readEnvFile(path)).toThrow(
    /the file \.env has a problem:\n.+\n.+\n +got {7}a folder/,
  );
});

const found = (environment: Record<string, string>, usesTls = true) =>
  environmentFindings({ environment, usesTls }).map(({ name, effect }) => [name, effect]);

/** Every name of the table with a value that its rule matches, except patterns that are not plain text. */
const ROWS = ENVIRONMENT_RULES.flatMap(({ names, effect, tls, value }) =>
  names.split(' ').map((name) => ({
    name: name.replace(/\*$/, 'ANY'),
    effect,
    tls: tls === true,
    value: value?.test('0') ? '0' : value?.test('1') ? '1' : value ? 'undici' : 'any',
  })),
);

test.each(ROWS)('$name=$value is $effect', ({ name, effect, tls, value }) => {
  const isFlag = name.startsWith('-');
  const environment = isFlag ? { NODE_OPTIONS: `${name}=x` } : { [name]: value };
  const shown = isFlag ? `${name} (NODE_OPTIONS)` : name;
  const wanted = effect === 'harmless' ? [] : [[shown, effect]];

  expect(found(environment)).toEqual(wanted);
  expect(found(environment, false)).toEqual(tls ? [] : wanted);
});

test.each<readonly [string, string, readonly string[]]>([
  ['underscores', '--tls_keylog=k', ['--tls-keylog']],
  ['quotes', '"--tls-keylog=a b"', ['--tls-keylog']],
  ['a quote within', '--tls"-keylog"=k', ['--tls-keylog']],
  ['a backslash within quotes', String.raw`"--tls\-keylog" k`, ['--tls-keylog']],
  ['a value of its own', '-r ./a.js --max-old-space-size=100', ['-r']],
  ['several', '--import ./a.mjs  --tls-min-v1.0', ['--import', '--tls-min-v1.0']],
  ['the same twice', '--import ./a --import=./b', ['--import']],
  ['a value that looks like one', '--title="x --tls-keylog=k"', []],
  ['nothing of the kind', '--max-old-space-size=4096 --enable-source-maps', []],
])('NODE_OPTIONS with %s', (_what, NODE_OPTIONS, flags) => {
  expect(found({ NODE_OPTIONS }).map(([name]) => name)).toEqual(
    flags.map((flag) => `${flag} (NODE_OPTIONS)`),
  );
});

test.each<readonly [string, string, boolean]>([
  ['NODE_TLS_REJECT_UNAUTHORIZED', '1', false],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '', false],
  ['NODE_USE_SYSTEM_CA', '0', false],
  ['NODE_DEBUG', 'net,timers', false],
  ['NODE_DEBUG', 'net,undici', true],
  ['NODE_DEBUG', 'und*', true],
])('%s=%s', (name, value, isFound) => {
  expect(found({ [name]: value }).length > 0).toBe(isFound);
});

test('flags of Node itself count like those in NODE_OPTIONS', () => {
  const surroundings = { environment: {}, nodeFlags: ['--require', './a.cjs'], usesTls: false };

  expect(environmentFindings(surroundings)).toEqual([
    {
      name: '--require (node)',
      effect: 'uncertified',
      notice:
        '--require (node) loads code into Assay that is not its own; certify grants no certificate with it',
    },
  ]);
});

test('prints no value', () => {
  const environment = { LD_PRELOAD: '/canary.so', NODE_OPTIONS: '--import /canary.mjs' };

  expect(JSON.stringify(environmentFindings({ environment, usesTls: true }))).not.toContain(
    'canary',
  );
});

test('.env cannot set programs, trust or preloads, and each attempt is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dropped = {
    ASSAY_CACHE: './evil',
    PATH: './evil',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--import ./evil.mjs',
    K6_INSECURE_SKIP_TLS_VERIFY: 'true',
  };
  const kept = { ASSAY_BASE: 'a', SSL_CERT_FILE: 'ca.pem', K6_OTEL_HEADERS: 'a', MY_TOKEN: 'a' };
  const lines = Object.entries({ ...dropped, ...kept }).map(([name, text]) => `${name}=${text}\n`);
  writeFileSync(join(folder, '.env'), lines.join(''));

  const environment = readEnvironment(folder);

  expect(Object.keys(kept).filter((name) => environment[name] === undefined)).toEqual([]);
  expect(Object.entries(dropped).filter(([name, value]) => environment[name] === value)).toEqual(
    [],
  );
  expect(ignoredEnvFileLines(folder).map((line) => line.split(' ')[0])).toEqual(
    Object.keys(dropped),
  );
});
