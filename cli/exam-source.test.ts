import { expect, test } from 'vitest';
import { spawnCli } from './testing/spawn-cli.ts';

test('what cannot be asked together ends with 2 and a sentence', async () => {
  const { stderr, code } = await spawnCli(['exam', '--source', '--fault', 'gap-*']);

  expect(code).toBe(2);
  expect(stderr).toBe(
    'assay: --fault is about services that somebody wrote, and --source about changes that nobody chose; leave one of them out\n',
  );
});
