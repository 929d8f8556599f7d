import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { VERSION } from '../../store/version.ts';
import { callCli } from '../testing/call-cli.ts';
import { spawnCli } from '../testing/spawn-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [['--since', '1.4'], 'Expected a version such as 1.4.0, got 1.4.'],
  [['--run', 'nowhere'], 'nowhere'],
  [['--since', '999.0.0'], 'does not know what 999.0.0 judges'],
])('refuses %j', async (args, why) => {
  const { code, stderr } = await callCli(['changes', ...args], { cwd: folder });

  expect(stderr).toContain(why);
  expect(code).toBe(2);
});

test('without a newer release nothing is judged differently', async () => {
  const { code, stdout } = await callCli(['changes', '--since', VERSION], { cwd: folder });

  expect(stdout).toBe(`Assay ${VERSION} judges as ${VERSION} did\n`);
  expect(code).toBe(0);
});

const NOT_COPIED = ['node_modules', '.git', 'out', 'dist'];

/** A copy of the checkout whose version was released ten days ago with STATUS-01 as its only new requirement. */
const updated = (): string => {
  const root = join(folder, 'updated');
  cpSync(PROJECT, root, {
    recursive: true,
    filter: (from) => from === PROJECT || !NOT_COPIED.includes(basename(from)),
  });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  const date = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const change = { kind: 'new', requirement: 'STATUS-01', what: 'the status of every answer' };
  writeFileSync(
    join(root, 'spec/releases.json'),
    JSON.stringify([{ version: VERSION, date, changes: [change] }]),
  );
  return root;
};

describe.each(drawnInTurn('observed additions', ['after an update']))('%s', () => {
  test('a gate observes the fails of new requirements until a day, and fails for them after it', async () => {
    const root = updated();
    const out = join(folder, 'out');
    const gate = ['gate', '--line', 'gap', '--seed', '3', '--runs', '2', '--out', out];
    const fault = ['--requirement', 'STATUS-01', '--fault', 'gap-contract-created-with-200'];
    const assay = (args: readonly string[]) => spawnCli(args, { project: root });

    const observed = await assay([...gate, ...fault, '--new', 'observe']);
    expect(observed.stdout).toMatch(
      /^\S waived, STATUS-01@gap\.contract-create: new in [\d.]+, observed only, fails after \d{4}-\d\d-\d\d$/m,
    );
    expect(observed.stdout).toMatch(
      /^! the observation of STATUS-01 \(new in [\d.]+, observed only\) ends in 4 days/m,
    );
    expect(observed.code).toBe(0);
    const failed = await assay([...gate, ...fault]);
    expect(failed.code).toBe(1);
    const { stdout } = await assay(['changes', '--since', '0.0.9', '--run', join(out, 'latest')]);
    expect(stdout).toMatch(/^ {2}new {7}STATUS-01: the status of every answer$/m);
    expect(stdout).toMatch(/ cells; in the run: (\d+ pass, )?1 fail/);
  });
});
