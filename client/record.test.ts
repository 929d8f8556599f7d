import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { openRecord } from './record.ts';
import { createRedactor } from './redactor.ts';
import { testExchange } from './testing/test-exchange.ts';

const TOKEN = 'canary-4711-0815';

const inFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'exchanges.jsonl');
};

const redactor = createRedactor([{ name: 'ASSAY_TOKEN', value: TOKEN }]);

const unnumbered = (): Omit<Exchange, 'n'> => {
  const { n: _n, ...rest } = testExchange({ body: TOKEN });
  return rest;
};

const written = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('every exchange is on disk, redacted and numbered, before append returns', () => {
  const file = inFolder();
  const record = openRecord(file, redactor);
  onTestFinished(() => record.close());

  record.append(unnumbered());
  record.append(unnumbered());

  expect(written(file)).toMatchObject([
    { n: 1, response: { body: { text: '$ASSAY_TOKEN' } } },
    { n: 2, response: { body: { text: '$ASSAY_TOKEN' } } },
  ]);
});

test('what is returned is not redacted', () => {
  const record = openRecord(inFolder(), redactor);
  onTestFinished(() => record.close());

  const exchange = record.append(unnumbered());

  expect(exchange.response?.body.text).toBe(TOKEN);
});

test('a record that exists is continued, past a line that was cut off', () => {
  const file = inFolder();
  const first = openRecord(file, redactor);
  first.append(unnumbered());
  first.close();
  appendFileSync(file, '{"n":2,"at":"2026');

  const second = openRecord(file, redactor);
  onTestFinished(() => second.close());

  expect(second.append(unnumbered()).n).toBe(2);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
});
