import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startReference } from '../reference/start.ts';
import { readRunRecord, writeRunRecord } from '../store/run-record.ts';
import { lastFailures } from '../runner/last-failures.ts';
import { callCli } from './testing/call-cli.ts';

/** A file of two targets, of which one has an address, and a folder for runs. */
const prepare = async () => {
  const running = await startReference({ dialect: 'ornate' });
  const cwd = mkdtempSync(join(tmpdir(), 'assay-several-'));
  onTestFinished(async () => {
    await running.close();
    rmSync(cwd, { recursive: true });
  });
  const { identities } = running.target;
  const { base_url, gap_base_url, environment } = running;
  const blue = { name: 'the blue one', base_url, gap_base_url };
  const green = { base_url: 'http://127.0.0.1:9' };
  const file = join(cwd, 'staging.yaml');
  writeFileSync(file, `# mine\n${stringify({ identities, targets: { blue, green } })}`);
  const assay = (args: readonly string[]) => callCli(args, { environment, cwd });
  return { cwd, file, assay };
};

test('a run of one of several targets says which, and can be replayed', async () => {
  const { cwd, file, assay } = await prepare();
  const out = join(cwd, 'runs');

  const options = ['--line', 'gap', '--requirement', 'PATH-01', '--out', out, '--no-allure'];

  const chosen = ['--target', `${file}#blue`];
  const gate = await assay(['gate', ...chosen, ...options]);

  expect(gate.stdout).toContain('the blue one at http://127.0.0.1:');
  const [name = ''] = readdirSync(out).filter((each) => each.includes('-gate-'));
  const record = readRunRecord(join(out, name, 'run.json'));
  expect(record.targetFile).toBe(`${file}#blue`);
  expect(record.target).toMatchObject({ name: 'the blue one', chosenAs: 'staging.yaml#blue' });

  const replay = await assay([
    'replay',
    'PATH-01',
    '--run',
    join(out, name),
    '--out',
    out,
    ...chosen,
  ]);
  expect(replay.stdout).toContain('the blue one at http://127.0.0.1:');
  // Where the amount of a price stands is not told, so one operation is not reached.
  expect([gate.code, replay.code]).toEqual([3, 3]);
});

test('a target without its name, and another name, end with 2 before anything is sent', async () => {
  const { file, assay } = await prepare();

  for (const command of ['gate', 'certify', 'load', 'doctor']) {
    const { code, stderr } = await assay([command, '--target', file]);
    expect(stderr).toContain('wanted  one of the targets of this file: blue, green');
    expect(code).toBe(2);
  }
  const { code, stderr } = await assay(['gate', '--target', `${file}#bleu`]);
  expect(stderr).toContain('did you mean blue?');
  expect(code).toBe(2);
});

test('doctor writes into the chosen target', async () => {
  const { file, assay } = await prepare();

  const told = await assay(['doctor', '--target', `${file}#blue`, '--line', 'gap']);
  expect(told.stdout).toContain('To add to targets.blue of the target file:\n');
  const written = await assay(['doctor', '--target', `${file}#blue`, '--line', 'gap', '--write']);

  expect(written.code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# mine\n/);
  expect(parse(text)).toMatchObject({ targets: { blue: { gapPrice: '/quote/premium' } } });
  expect(parse(text)).not.toHaveProperty('gapPrice');
});

test('what failed on one target says nothing of another at the same address', async () => {
  const { cwd, file, assay } = await prepare();
  const out = join(cwd, 'runs');
  const options = ['--line', 'gap', '--requirement', 'GAP-PRICE-*', '--out', out, '--no-allure'];
  await assay(['gate', '--target', `${file}#blue`, ...options]);
  const [name = ''] = readdirSync(out).filter((each) => each.includes('-gate-'));
  const record = readRunRecord(join(out, name, 'run.json'));
  const verdicts = join(out, name, 'verdicts.jsonl');
  writeFileSync(
    verdicts,
    readFileSync(verdicts, 'utf8').replaceAll(/"verdict":"\w[\w-]*"/g, '"verdict":"fail"'),
  );
  writeRunRecord(join(out, name, 'run.json'), {
    ...record,
    verdicts: { ...record.verdicts, fail: record.totals.cells },
  });

  const green = { ...record, target: { ...record.target, chosenAs: 'staging.yaml#green' } };

  expect(lastFailures(out, record).length).toBeGreaterThan(0);
  expect(lastFailures(out, green)).toEqual([]);
});
