import { expect, test, vi } from 'vitest';
import { DIALECTS } from '../reference/dialects.ts';
import { spawnCli } from '../cli/testing/spawn-cli.ts';
import { exam } from './exam.ts';

/** A fortieth of the dialects, each on one line, and as many faults: other commits try the others. */
const SIZE = Math.floor(DIALECTS.length / 40);

test('refuses a fault under a condition that no client can meet with its own message', async () => {
  const pair = { fault: ['jobloss-draft-create-without-version'], condition: ['after-a-price'] };
  const asked = exam(
    { seed: 1, faultSeeds: 1, conditions: 1, ...pair },
    { version: '', program: '', takeStop: () => new AbortController().signal },
  );

  await expect(asked).rejects.toThrow('no client can observe such a fault under such a condition');
});

test('an exam that is stopped at once prints that it has no result', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const stop = AbortSignal.abort('stopped by SIGTERM');

  const code = await exam(
    { seed: 1, faultSeeds: 2, conditions: 40, fault: ['gap-*'] },
    { version: '', program: '', takeStop: () => stop },
  );

  expect(printed.join('')).toMatch(/^stopped by SIGTERM: this is the result of 0 runs alone$/m);
  expect(code).toBe(3);
});

test('the dialects in this commit’s sample conform, its faults match the baseline, and rejudging gives the same verdicts', async () => {
  const bounds = ['--sample', String(SIZE), '--chance', '1'];
  const { stdout, stderr, code } = await spawnCli(['exam', '--quick', '--rejudge', ...bounds], {
    limit: 900_000,
  });

  expect(stderr).not.toMatch(/^assay:/m);
  // An outcome recorded in the baseline is printed with its reason whenever the sample contains it; the exit code shows
  // regressions only.
  const lines = stdout.split('\n');
  const isKnown = (at: number) => /^ {4}known: \S/.test(lines[at + 1] ?? '');
  const unclean = lines.filter((line, at) => /^[✗!]/.test(line) && !isKnown(at));
  expect({ unclean, stdout }).toEqual({ unclean: [], stdout });
  expect(stdout).toMatch(/^mutations: (\d+) of \1 broken answers failed by name, 0 of/m);
  expect(stdout).toMatch(/0 false failures in (\d+) dialects \(\1 runs\) and 1 chance services;/);
  const [, rejudged = ''] =
    /^rejudged: (\d+) of \1 recordings led to the same verdicts$/m.exec(stdout) ?? [];
  // Those of the dialects, of a random service, and of the faults, some of which share a run.
  expect(Number(rejudged)).toBeGreaterThan(SIZE);
  expect(code).toBe(0);
}, 920_000);
