import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  closeSync,
  openSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { openAppendFile } from '../../store/append-files.ts';
import { openRecord, createHashChain } from './record.ts';
import { createRedactor } from '../secrets/redactor.ts';
import { testExchange } from '../testing/test-exchange.ts';
import { hash } from 'node:crypto';
import { CHAIN_START, chainedParts } from '../../spec/chained-line.ts';

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
  const record = openRecord(redactor, openAppendFile(file));
  onTestFinished(() => record.close());

  record.append(unnumbered());
  record.append(unnumbered());

  expect(written(file)).toMatchObject([
    { n: 1, response: { body: { text: '$ASSAY_TOKEN' } } },
    { n: 2, response: { body: { text: '$ASSAY_TOKEN' } } },
  ]);
});

test('the returned exchange is not redacted', () => {
  const record = openRecord(redactor, openAppendFile(inFolder()));
  onTestFinished(() => record.close());

  const exchange = record.append(unnumbered());

  expect(exchange.response?.body.text).toBe(TOKEN);
});

const answered = (text: string) => ({
  ...unnumbered(),
  response: { status: 200, headers: {}, body: { encoding: 'utf8', text } as const },
});

test('a full record stores large answers by length and digest, and small ones in full', () => {
  const file = inFolder();
  const record = openRecord(redactor, openAppendFile(file), { bytes: 20_000 });
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

test('stores a large answer after the stop by its digest', () => {
  const stopped = () => 'stopped after 40 s (--max-time)';
  const record = openRecord(redactor, openAppendFile(inFolder()), { bytes: 1e9, stopped });
  onTestFinished(() => record.close());

  const [small, large] = [10, 5000].map((size) => record.append(answered('x'.repeat(size))));

  expect(small?.response).toBeDefined();
  expect(large?.error?.message).toContain('stopped after 40 s');
});

test("does not write a line that exceeds the readers' limit", () => {
  const file = inFolder();
  const record = openRecord(redactor, openAppendFile(file));
  onTestFinished(() => record.close());

  // Each character takes six in JSON.
  const exchange = record.append(answered('\u0001'.repeat(11 * 2 ** 20)));

  expect(exchange.error?.code).toBe('ANSWER_NOT_KEPT');
  expect(statSync(file).size).toBeLessThan(1000);
});

test('stops storing values that look like secrets at a maximum', () => {
  const record = openRecord(redactor, openAppendFile(inFolder()), { bytes: 1e9 });
  onTestFinished(() => record.close());
  const one = answered(JSON.stringify(Array.from({ length: 1000 }, () => ({ token: 'same-one' }))));

  const kept = Array.from({ length: 102 }, () => record.append(one)).filter(
    (each) => each.response,
  );

  expect(kept).toHaveLength(101);
});

const LINE = JSON.stringify({ n: 1, body: 'x'.repeat(4000) });

test('each line contains a digest of the previous line and of itself', () => {
  const chain = createHashChain();

  const [one, two] = [chain.link('{"n":1}'), chain.link('{"n":2}')].map(chainedParts);

  expect(one?.digest).toBe(hash('sha256', `${CHAIN_START}\n{"n":1}`, 'base64url'));
  expect(two?.digest).toBe(hash('sha256', `${one?.digest}\n{"n":2}`, 'base64url'));
  expect([one?.json, two?.json]).toEqual(['{"n":1}', '{"n":2}']);
});

/** Milliseconds to write this many lines. */
const writing = (file: string, lines: number, link: (json: string) => string): number => {
  const descriptor = openSync(file, 'w');
  const begun = performance.now();
  for (let n = 0; n < lines; n += 1) writeSync(descriptor, `${link(LINE)}\n`);
  closeSync(descriptor);
  return performance.now() - begun;
};

test('hash-chains 200,000 exchanges in a few megabytes, in less time than it takes to serialise them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chain = createHashChain();
  const before = process.memoryUsage().heapUsed;

  for (let n = 0; n < 200_000; n += 1) chain.link(LINE);
  const grown = process.memoryUsage().heapUsed - before;
  const file = join(folder, 'lines');
  const plain = writing(file, 2000, (json) => JSON.stringify(JSON.parse(json)));
  const linked = writing(file, 2000, (json) => chain.link(JSON.stringify(JSON.parse(json))));

  expect(grown).toBeLessThan(64 * 2 ** 20);
  expect(statSync(file).size).toBeGreaterThan(8_000_000);
  expect(linked / plain).toBeLessThan(5);
});
