import { expect, test } from 'vitest';
import { spawnCli } from './testing/spawn-cli.ts';

test('every dialect conforms, the faults of this commit’s sample fare as well as they ever did, and their recordings agree', async () => {
  const { stdout, stderr, code } = await spawnCli(['exam', '--quick', '--rejudge'], {
    limit: 900_000,
  });

  expect(stderr).not.toMatch(/^assay:/m);
  // What the baseline knows, with its reason, is said in every exam whose sample has it; the exit code says if it got worse.
  const lines = stdout.split('\n');
  const isKnown = (at: number) => /^ {4}known: \S/.test(lines[at + 1] ?? '');
  expect(lines.filter((line, at) => /^[✗!]/.test(line) && !isKnown(at))).toEqual([]);
  expect(stdout).toMatch(/^mutations: (\d+) of \1 broken answers failed by name, 0 of/m);
  expect(stdout).toMatch(/0 false failures in (\d+) dialects \(\1 runs\) and 2 chance services/);
  const [, rejudged = ''] =
    /^rejudged: (\d+) of \1 recordings led to the same verdicts$/m.exec(stdout) ?? [];
  // Those of all dialects, of two chance services, and of the faults, some of which share one.
  expect(Number(rejudged)).toBeGreaterThan(28);
  expect(code).toBe(0);
}, 920_000);
