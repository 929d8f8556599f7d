import { hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CHAIN_START, chainedParts } from '../../spec/chained-line.ts';
import { createChain } from './chain.ts';

const LINE = JSON.stringify({ n: 1, body: 'x'.repeat(4000) });

test('each line holds the digest of the one before it and of itself', () => {
  const chain = createChain();

  const [one, two] = [chain.link('{"n":1}'), chain.link('{"n":2}')].map(chainedParts);

  expect(one?.digest).toBe(hash('sha256', `${CHAIN_START}\n{"n":1}`, 'base64url'));
  expect(two?.digest).toBe(hash('sha256', `${one?.digest}\n{"n":2}`, 'base64url'));
  expect([one?.json, two?.json]).toEqual(['{"n":1}', '{"n":2}']);
});

test('who goes on with a record goes on with its chain', () => {
  const [whole, first] = [createChain(), createChain()];
  const lines = ['{"n":1}', '{"n":2}'].map((json) => whole.link(json));

  expect(createChain(first.link('{"n":1}')).link('{"n":2}')).toBe(lines[1]);
});

/** Milliseconds to write so many lines. */
const writing = (file: string, lines: number, link: (json: string) => string): number => {
  const descriptor = openSync(file, 'w');
  const begun = performance.now();
  for (let n = 0; n < lines; n += 1) writeSync(descriptor, `${link(LINE)}\n`);
  closeSync(descriptor);
  return performance.now() - begun;
};

test('200,000 exchanges are linked in a few megabytes, for less than it takes to make a line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chain = createChain();
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
