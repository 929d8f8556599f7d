import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PROJECT } from './project.ts';
import { spawnCli } from './spawn-cli.ts';

/** A bounded part of the exam, another with every commit; `assay exam` sits it whole. */
const FAULTS_IN_CI = 16;

const rotationOfCommit = (): number => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD'], { cwd: PROJECT });
  return Number.parseInt(stdout?.toString() ?? '', 16) || 1;
};

test('every dialect conforms, and each fault of this commit’s sample is caught by its own name alone', async () => {
  const { stdout, stderr, code } = await spawnCli(
    [
      'exam',
      '--sample',
      String(FAULTS_IN_CI),
      '--rotation',
      String(rotationOfCommit()),
      '--seeds',
      '1',
    ],
    { limit: 540_000 },
  );

  expect(stderr).not.toMatch(/^assay:/m);
  expect(stdout.split('\n').filter((line) => /^[✗!]/.test(line))).toEqual([]);
  expect(stdout).toMatch(/exam: (\d+) of \1 faults caught, \1 by name, 0 collateral/);
  expect(stdout).toMatch(/0 false failures in \d+ dialects × 1 seeds/);
  expect(code).toBe(0);
}, 560_000);
