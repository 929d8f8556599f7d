import { expect, test } from 'vitest';
import { spawnCli } from './spawn-cli.ts';

/** What was judged as a whole, so that every survivor has its reason. */
const FILES =
  'reference/guards/*,reference/handlers/items.ts,reference/handlers/leads-and-terms.ts';
/** A mutant costs up to a minute, where the service hangs; another sample is judged with every commit. */
const SAMPLE = '16';

test('every change of this commit’s sample of the reference’s text is seen, or nobody can see it', async () => {
  const { stdout, stderr, code } = await spawnCli(
    ['exam', '--source', '--quick', '--sample', SAMPLE, '--file', FILES],
    {
      limit: 540_000,
    },
  );

  expect(stderr).not.toMatch(/^assay:/m);
  expect(stdout.split('\n').filter((line) => /^[✗!]/.test(line))).toEqual([]);
  expect(stdout).toMatch(/^exam: \d+ of \d+ mutants of the reference killed/m);
  expect(code).toBe(0);
}, 560_000);

test('what cannot be asked together ends with 2 and a sentence', async () => {
  const { stderr, code } = await spawnCli(['exam', '--source', '--fault', 'gap-*']);

  expect(code).toBe(2);
  expect(stderr).toBe(
    'assay: --fault is about services that somebody wrote, and --source about changes that nobody chose; leave one of them out\n',
  );
});
