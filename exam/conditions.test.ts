import { expect, test } from 'vitest';
import { rotationOfTree } from './exam-options.ts';
import { spawnCli } from '../cli/testing/spawn-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

/** Pairs that a commit draws: each costs as much as a gate of one line. `npm run exam:conditions` draws 60. */
const PAIRS = 1;

/** Milliseconds. */
const LIMIT = 600_000;

test.each(
  drawnInTurn('drawn pairs', [
    'tries the conditional faults of this commit, and counts those that a gate catches',
  ]),
)(
  '%s',
  async () => {
    const seed = String(rotationOfTree());
    const exam = ['exam', '--conditions', String(PAIRS), '--fault-seeds', '1', '--seed', seed];
    const { stdout, stderr, code } = await spawnCli(exam, { limit: LIMIT });

    expect(stderr).not.toMatch(/^assay:/m);
    expect(stdout).toMatch(
      new RegExp(
        `one gate: [\\d.]+ % failed, [\\d.]+ % not judged; of all that failed, .*\\(${PAIRS} pairs?`,
      ),
    );
    // A drawn pair asks nothing of a gate but that it ends as a run should.
    expect(stdout).not.toMatch(/\d (broken|false failure)|^!/m);
    expect(code).toBe(0);
  },
  LIMIT + 20_000,
);
