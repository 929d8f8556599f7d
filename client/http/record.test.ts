import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { openRecord } from './record.ts';
import { createRedactor } from '../secrets/redactor.ts';
import { testExchange } from '../testing/test-exchange.ts';

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

const answered = (text: string) => ({
  ...unnumbered(),
  response: { status: 200, headers: {}, body: { encoding: 'utf8', text } as const },
});

test('past its bytes a record keeps large answers by length and digest, and small ones whole', () => {
  const file = inFolder();
  const record = openRecord(file, redactor, undefined, { bytes: 20_000 });
  onTestFinished(() => record.close());

  const all = [15_000, 15_000, 4000].map((size) => record.append(answered('x'.repeat(size))));

  const error = {
    code: 'ANSWER_NOT_KEPT',
    status: 200,
    message: expect.stringMatching(
      /^status 200 with 15,000 bytes \(sha256 [0-9a-f]{64}\): .*limits\.record .*20,000/,
    ) as string,
  };
  expect(all.map(({ response }) => response?.body.text.length)).toEqual([15_000, undefined, 4000]);
  expect(all[1]?.error).toEqual(error);
  expect(written(file)).toMatchObject([{ n: 1 }, { n: 2, error }, { n: 3 }]);
});

test('a large answer that comes after the stop is kept by its digest', () => {
  const stopped = () => 'stopped after 40 s (--max-time)';
  const record = openRecord(inFolder(), redactor, undefined, { bytes: 1e9, stopped });
  onTestFinished(() => record.close());

  const [small, large] = [10, 5000].map((size) => record.append(answered('x'.repeat(size))));

  expect(small?.response).toBeDefined();
  expect(large?.error?.message).toContain('stopped after 40 s');
});

test('a line that nobody would read is not written', () => {
  const file = inFolder();
  const record = openRecord(file, redactor);
  onTestFinished(() => record.close());

  // Each character takes six in JSON.
  const exchange = record.append(answered('\u0001'.repeat(11 * 2 ** 20)));

  expect(exchange.error?.code).toBe('ANSWER_NOT_KEPT');
  expect(statSync(file).size).toBeLessThan(1000);
});

test('of many values that look like secrets a run takes no more', () => {
  const record = openRecord(inFolder(), redactor, undefined, { bytes: 1e9 });
  onTestFinished(() => record.close());
  const one = answered(JSON.stringify(Array.from({ length: 1000 }, () => ({ token: 'same-one' }))));

  const kept = Array.from({ length: 102 }, () => record.append(one)).filter(
    (each) => each.response,
  );

  expect(kept).toHaveLength(101);
});
