import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { spawnCli } from './testing/spawn-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rejudge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = ['--seed', '11', '--no-allure'];

/** Makes a run in a folder of its own; its `latest` points at it. */
const run = async (name: string, ...options: readonly string[]): Promise<string> => {
  const out = join(folder, name);
  await spawnCli(['gate', ...OPTIONS, '--out', out, ...options]);
  return join(out, 'latest');
};

let [clean, faulty] = ['', ''];
beforeAll(async () => {
  // Refusals by another status, read-backs that lag and much that stays open: every kind of judge has its say.
  clean = await run('clean', '--dialect', 'late');
  faulty = await run(
    'faulty',
    '--line',
    'jobloss',
    '--fault',
    'jobloss-draft-create-without-version',
  );
});

const SAME = /^(\d+) of \1 verdicts the same \([\d,]+ judgements made again\)\n$/;

test('a run is judged again as it was, without its service', async () => {
  const { code, stdout, stderr } = await spawnCli(['rejudge', clean]);

  expect(stdout).toMatch(SAME);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('a run that failed is judged again as it was, too', async () => {
  const verdicts = readFileSync(join(faulty, 'verdicts.jsonl'), 'utf8');
  const { code, stdout } = await spawnCli(['rejudge', faulty]);

  expect(verdicts).toContain('"verdict":"fail"');
  expect(stdout).toMatch(SAME);
  expect(code).toBe(0);
});

/** A copy of the clean run in which every answer to the version probes of one operation is a success. */
const changedRun = (): string => {
  const changed = join(folder, 'changed');
  cpSync(clean, changed, { recursive: true, dereference: true });
  const path = join(changed, 'exchanges.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const text = lines.map((line) => {
    const exchange = JSON.parse(line) as Exchange;
    const isProbe = exchange.test === 'protocol/jobloss.draft-get/version-missing';
    return isProbe && exchange.response
      ? JSON.stringify({ ...exchange, response: { ...exchange.response, status: 200 } })
      : line;
  });
  writeFileSync(path, `${text.join('\n')}\n`);
  return changed;
};

test('where the recording says otherwise, the cells that change are told', async () => {
  const { code, stdout } = await spawnCli(['rejudge', changedRun()]);

  // Seen once: the repetition that would prove it was never sent.
  expect(stdout).toContain('~ VERSION-01@jobloss.draft-get  pass → inconclusive');
  expect(stdout).toMatch(/now +status 200/);
  expect(stdout).toMatch(/[\d,]+ of [\d,]+ verdicts the same/);
  expect(code).toBe(4);
});
