import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DIALECTS } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';
import { type ReferenceOptions, startReference } from '../reference/start.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import { readRunRecord } from '../reports/run-record.ts';
import { type CliResult, spawnCli } from './spawn-cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-walk-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Certifies a reference service as its user would: over the network, with a target file and credentials. */
const certify = async (
  name: string,
  options: ReferenceOptions,
  args: readonly string[],
): Promise<CliResult & { readonly run: string }> => {
  const running = await startReference(options);
  const target = join(folder, `${name}.yaml`);
  writeFileSync(target, stringify(running.target));
  try {
    const result = await spawnCli(['certify', '--target', target, '--seed', '7', ...args], {
      environment: running.environment,
    });
    const run = /^run +(\S+)$/m.exec(result.stdout)?.[1] ?? '';
    return { ...result, run };
  } finally {
    await running.close();
  }
};

const failedIn = (run: string): string[] => {
  const verdicts = readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return [...new Set(failed.map(({ requirement }) => requirement))];
};

// Two at a time: each is a process of its own, and the machine may have no more than two cores.
describe.concurrent('dialects', () => {
  test.each(DIALECTS.map(({ name }) => name))('%s conforms', async (dialect) => {
    const result = await certify(dialect, { dialect }, ['--runs', '3']);
    expect(result.stdout + result.stderr).toContain('conformant: ');
    expect(result.code).toBe(0);
    expect(failedIn(result.run)).toEqual([]);
    rmSync(result.run, { recursive: true });
  });
});

describe.concurrent('faults', () => {
  test.each(FAULTS.map((fault) => [fault.id, fault] as const))(
    '%s is caught by name',
    async (id, fault) => {
      const line = [fault.breaks.operation].flat()[0]?.split('.')[0] ?? 'all';
      const result = await certify(id, { faults: [id] }, ['--runs', '3', '--line', line]);
      expect(failedIn(result.run)).toEqual([fault.breaks.requirement]);
      expect(result.stdout).toContain(`✗ ${fault.breaks.requirement}`);
      expect(result.code).toBe(1);
      rmSync(result.run, { recursive: true });
    },
  );
});

test('a run keeps no secret: not in its folder, not in what it prints', async () => {
  const canary = {
    ASSAY_TOKEN: 'canary/4c1f+9aa0=secret',
    ASSAY_OTHER_TOKEN: 'canary-other-77aa01',
  };
  const { run, stdout, stderr } = await certify('canary', { secrets: canary }, ['--runs', '2']);
  const { readdirSync } = await import('node:fs');
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  expect(files.length).toBeGreaterThan(8);
  const forms = Object.values(canary).flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
  ]);
  const texts = [
    stdout,
    stderr,
    ...files.map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')),
  ];
  for (const form of forms) expect(texts.filter((text) => text.includes(form))).toEqual([]);
  expect(texts.some((text) => text.includes('$ASSAY_TOKEN'))).toBe(true);
  rmSync(run, { recursive: true });
});

test('the same seed sends the same drafts', async () => {
  const bodies = async (name: string) => {
    const { run } = await certify(name, {}, ['--runs', '2']);
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
