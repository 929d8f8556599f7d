import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { readJsonLines, writeJsonLines } from './json-lines.ts';
import { readExchanges } from './recorded-exchanges.ts';

const exchange = (n: number, sent?: string): Exchange => ({
  n,
  at: '2026-06-15T12:00:00.000Z',
  operation: 'gap.draft-create',
  test: `journey/gap/${n}`,
  intent: 'legal',
  attempt: 1,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1/drafts',
    headers: { accept: 'application/json' },
    ...(sent === undefined ? {} : { body: { encoding: 'utf8', text: sent } }),
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { encoding: 'utf8', text: '{"draftId":"1"}' },
  },
  timings: { total: 3 },
});

const record = (exchanges: readonly Exchange[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-exchanges-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'exchanges.jsonl');
  writeJsonLines(path, exchanges);
  return path;
};

const { response: _, ...unanswered } = exchange(4, 'no answer');
const EXCHANGES = [exchange(1, 'Zoë 𝄞'), exchange(2), exchange(3, 'a\nb\u2028c'), unanswered];

test('reads exchanges as they were written, whatever letters precede them', () => {
  const path = record(EXCHANGES);

  const { items } = readExchanges(path);

  expect(items).toEqual(EXCHANGES);
  expect(items.map((each) => JSON.stringify(each.request.body))).toEqual(
    EXCHANGES.map((each) => JSON.stringify(each.request.body)),
  );
  expect(structuredClone(items)).toEqual(readJsonLines(path).items);
});

test('reads requests lazily', () => {
  const path = record(EXCHANGES);
  const { items } = readExchanges(path);
  rmSync(path);

  expect(items.map(({ n, response }) => [n, response?.status])).toEqual([
    [1, 200],
    [2, 200],
    [3, 200],
    [4, undefined],
  ]);
  expect(() => items[0]?.request.body).toThrow('ENOENT');
});

test('keeps refused requests in memory', () => {
  const { response, ...asked } = exchange(1, 'Zoë 𝄞');
  const refused = { ...asked, response: { ...response, status: 400 } } as Exchange;
  const path = record([refused]);
  const { items } = readExchanges(path);
  rmSync(path);

  expect(items).toEqual([refused]);
});

test('equal headers share one object', () => {
  const { items } = readExchanges(record(EXCHANGES));

  expect(items[1]?.request.headers).toBe(items[0]?.request.headers);
  expect(items[1]?.response?.headers).toBe(items[0]?.response?.headers);
});

test('reports an incomplete line', () => {
  const path = record(EXCHANGES);
  writeFileSync(path, '{"n":5', { flag: 'a' });

  const { items, torn } = readExchanges(path);

  expect(items).toHaveLength(4);
  expect(torn).toEqual({ line: 5, text: '{"n":5' });
});
