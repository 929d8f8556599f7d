import {
  copyFileSync,
  cpSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSignedRuns, type SignedRuns } from './testing/signed-runs.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { VERSION } from '../../store/version.ts';

let runs: SignedRuns;
beforeAll(async () => {
  runs = await makeSignedRuns();
});
afterAll(() => rmSync(runs.root, { recursive: true }));

const at = (...names: readonly string[]): string => join(runs.root, ...names);

/** Result of verifying the certificate of the first run against the evidence of a run. */
const held = (evidence?: string, key?: string): string =>
  runs.outcomeOf(join(runs.one, 'certificate.json'), evidence, key);

const whole = (): string => held(runs.one);

/** Result of verifying the run after a change to one of its files, which is then restored. */
const after = (name: string, change: (path: string) => void): string => {
  const path = join(runs.one, name);
  copyFileSync(path, at('kept'));
  try {
    change(path);
    return whole();
  } finally {
    rmSync(path, { force: true });
    copyFileSync(at('kept'), path);
  }
};

const edit = (change: (text: string) => string) => (path: string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

const swapLines = (text: string): string => {
  const [first, second, ...rest] = text.split('\n');
  return [second, first, ...rest].join('\n');
};

test('a certificate and its evidence are valid, and every verdict is confirmed', () => {
  expect(whole()).toMatch(/verdicts {3}(\d+) of \1 verdicts confirmed by version \S+$/);
  expect(whole().endsWith(` ${VERSION}`)).toBe(true);
  expect(whole()).toContain('statement of results: ');
});

/** Name of the change, its file, the change itself, and a part of the message. */
const CHANGES: readonly (readonly [string, string, (path: string) => void, string])[] = [
  [
    'an edited line',
    'exchanges.jsonl',
    edit((text) => text.replace('"n":3,', '"n":4,')),
    'exchanges.jsonl, line 3 was changed',
  ],
  [
    'two lines that changed places',
    'exchanges.jsonl',
    edit(swapLines),
    'exchanges.jsonl, line 1 was changed',
  ],
  [
    'a line that was cut off',
    'exchanges.jsonl',
    edit((text) => text.slice(0, -9)),
    'was cut off before its end',
  ],
  [
    'lines that are missing at the end',
    'exchanges.jsonl',
    edit((text) => `${text.split('\n').slice(0, 4).join('\n')}\n`),
    'exchanges.jsonl ends after line 4 of ',
  ],
  [
    'a line that was added',
    'exchanges.jsonl',
    edit((text) => `${text}{}\n`),
    'was added after the run',
  ],
  [
    'another verdict',
    'verdicts.jsonl',
    edit((text) => text.replace('"pass"', '"fail"')),
    'verdicts.jsonl was changed',
  ],
  [
    'a file of 2 GB',
    'verdicts.jsonl',
    (path) => truncateSync(path, 2 ** 31),
    'verdicts.jsonl has 2,147,483,648 bytes',
  ],
  [
    'a record of 2 GB',
    'exchanges.jsonl',
    (path) => truncateSync(path, 2 ** 31),
    'is longer than any line that a run writes',
  ],
  [
    'a link',
    'verdicts.jsonl',
    (path) => {
      rmSync(path);
      symlinkSync(join(runs.other, 'verdicts.jsonl'), path);
    },
    'verdicts.jsonl is a symbolic link',
  ],
  ['a file that is gone', 'ledger.jsonl', (path) => rmSync(path), 'ledger.jsonl is missing'],
  [
    'a report that was touched up',
    'report.html',
    edit((text) => text.replace('gap', 'GAP')),
    'report.html was changed',
  ],
  [
    'a file of another run',
    'evidence.jsonl',
    (path) => copyFileSync(join(runs.other, 'evidence.jsonl'), path),
    'evidence.jsonl ',
  ],
  [
    'a seal that was touched up',
    'evidence.json',
    edit((text) => text.replace('"seed": 1', '"seed": 9')),
    'evidence.json of ',
  ],
];

test.each(drawn(CHANGES, 4))('refuses %s', (_, name, change, sentence) => {
  const outcome = after(name, change);

  expect(outcome).toMatch(/^Refused: /);
  expect(outcome).toContain(sentence);
  expect(outcome).not.toContain('\n');
});

test('refuses evidence of another run by its name', () => {
  expect(held(runs.other)).toMatch(
    /^Refused: .* is the evidence of run \S+-certify-2, but the certificate is of run \S+-certify-1$/,
  );
});

test('refuses a key that did not sign it', () => {
  expect(held(undefined, runs.foreignKey)).toMatch(
    /^Refused: the certificate was signed with another key: /,
  );
});

test('accepts a missing report', () => {
  const bare = at('bare');
  cpSync(runs.one, bare, { recursive: true });
  for (const name of ['report.html', 'junit.xml', 'allure-results'])
    rmSync(join(bare, name), { recursive: true, force: true });

  expect(held(bare)).toContain('confirmed');
});

test('reports a run without its seal as unsealed', () => {
  const unsealed = at('unsealed');
  cpSync(runs.one, unsealed, { recursive: true });
  rmSync(join(unsealed, 'evidence.json'));

  expect(held(unsealed)).toMatch(/^Foreign: .* is not a sealed run: evidence\.json is missing/);
});

test.for([
  [
    'certificate.html',
    edit((text) => text.replace(/statement of results/i, 'Certificate')),
    /^Refused: certificate\.html differs from the certificate; --page FILE writes a correct one/,
  ],
  [
    'test-result.json',
    edit((text) => {
      const { payload, ...rest } = JSON.parse(text) as { payload: string };
      const forged = Buffer.from(payload, 'base64').toString('utf8').replace('WARNED', 'PASSED');
      const changed = { payloadType: '', payload: Buffer.from(forged).toString('base64'), ...rest };
      return `${JSON.stringify(changed, null, 2)}\n`;
    }),
    /^Refused: test-result\.json differs from the certificate/,
  ],
  [
    'test-result.json',
    edit((text) => text.replace(/"signatures": \[[^]*\]/, '"signatures": []')),
    /^Refused: the signature of test-result\.json was removed/,
  ],
] as const)('refuses another page or test result: %s', ([name, change, sentence]) => {
  expect(after(name, change)).toMatch(sentence);
});

test('accepts missing companions of a certificate', () => {
  expect(after('certificate.html', (path) => rmSync(path))).toBe(whole());
  expect(after('test-result.json', (path) => rmSync(path))).toBe(whole());
});
