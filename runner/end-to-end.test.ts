import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type ReferenceOptions, startReference } from '../reference/start.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { readRunRecord } from '../store/run-record.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import type { CliResult } from '../cli/testing/spawn-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-walk-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Judges a reference service like a user: over the network, with a target file and credentials. */
const gate = async (
  name: string,
  options: ReferenceOptions,
  args: readonly string[],
): Promise<CliResult & { readonly run: string }> => {
  const running = await startReference(options);
  const target = join(folder, `${name}.yaml`);
  writeFileSync(target, stringify(running.target));
  try {
    const result = await callCli(['gate', '--target', target, '--seed', '7', ...args], {
      environment: running.environment,
    });
    const run =
      /^(?:run|report) +(\S+?)(?:\/allure-report\/index\.html)?$/m.exec(result.stdout)?.[1] ?? '';
    return { ...result, run };
  } finally {
    await running.close();
  }
};

test.each(drawnInTurn('same drafts', ['the same seed sends the same drafts']))('%s', async () => {
  const bodies = async (name: string) => {
    const { run } = await gate(name, {}, ['--runs', '2', '--requirement', 'PATH-01,UNIQUE-01']);
    const record = readRunRecord(join(run, 'run.json'));
    const exchanges = readJsonLines<{
      operation?: string;
      test: string;
      request: { body?: { text: string } };
    }>(join(run, 'exchanges.jsonl')).items;
    rmSync(run, { recursive: true });
    expect(record.totals.reached).toBe(48);
    return exchanges
      .filter(
        (each) => each.operation?.endsWith('draft-create') || each.operation?.endsWith('car-post'),
      )
      .map((each) => `${each.test} ${each.operation} ${each.request.body?.text ?? ''}`)
      .sort();
  };
  const [first, second] = [await bodies('first'), await bodies('second')];
  expect(first.length).toBeGreaterThan(8);
  expect(second).toEqual(first);
});
