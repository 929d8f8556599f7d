import { fileURLToPath } from 'node:url';
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

test('an exam that is stopped prints what it has', async () => {
  const stop = new AbortController();
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (String(text).includes(' of 40')) stop.abort('stopped by SIGTERM');
    return true;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const program = fileURLToPath(new URL('../cli/assay-worker.ts', import.meta.url));
  const pairs = { conditions: 40, fault: ['gap-*'] } as const;

  const code = await exam(
    { seed: 1, faultSeeds: 2, ...pairs },
    { version: '', program, takeStop: () => stop.signal },
  );

  const text = printed.join('');
  const [, count = ''] =
    /^stopped by SIGTERM: this is the result of (\d+) runs? alone$/m.exec(text) ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  expect(Number(count)).toBeLessThan(5);
  expect(text.match(/^[✓✗–] gap-/gm)).toHaveLength(Number(count));
  expect(text).not.toContain('did not end properly');
  expect([3, 4]).toContain(code);
}, 120_000);

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
