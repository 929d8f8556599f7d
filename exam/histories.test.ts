import { expect, test } from 'vitest';
import { spawnCli } from '../cli/testing/spawn-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

/** Conditions that hold at the same calls however busy the machine is; the whole exam covers chance, order and parallel calls. */
const STEADY = 'from-*,after-*';

/** Milliseconds. */
const LIMIT = 600_000;

test.each(
  drawnInTurn('conditional faults', ['no conditional fault in this commit’s sample ends green']),
)(
  '%s',
  async () => {
    const exam = ['exam', '--histories', '--quick', '--sample', '1', '--condition', STEADY];
    const { stdout, stderr, code } = await spawnCli(exam, { limit: LIMIT });

    expect(stderr).not.toMatch(/^assay:/m);
    const unclean = stdout.split('\n').filter((line) => /^[✗!]/.test(line));
    expect({ unclean, stdout }).toEqual({ unclean: [], stdout });
    expect(stdout).toMatch(/^exam: \d+ faults under a condition: /m);
    expect(code).toBe(0);
  },
  LIMIT + 20_000,
);
