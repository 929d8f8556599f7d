import { expect, test } from 'vitest';
import { spawnCli } from '../../cli/testing/spawn-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

/** Milliseconds: a mutant that hangs the service costs a minute. */
const LIMIT = 900_000;

test.each(drawnInTurn('mutants', ['mutants']))(
  'every mutant in this commit’s sample of the reference is killed or explained',
  async () => {
    const { stdout, stderr, code } = await spawnCli(
      ['exam', '--source', '--quick', '--sample', '1'],
      { limit: LIMIT },
    );

    expect(stderr).not.toMatch(/^assay:/m);
    const unclean = stdout.split('\n').filter((line) => /^[✗!]/.test(line));
    expect({ unclean, stdout }).toEqual({ unclean: [], stdout });
    expect(stdout).toMatch(/^exam: \d+ of \d+ mutants of the reference killed/m);
    expect(code).toBe(0);
  },
  LIMIT + 20_000,
);

test('contradicting options exit with 2 and a sentence', async () => {
  const { stderr, code } = await spawnCli(['exam', '--source', '--fault', 'gap-*']);

  expect(code).toBe(2);
  expect(stderr).toBe(
    'assay: --fault is for written faults, but --source for generated changes of the source; remove one of them\n',
  );
});
