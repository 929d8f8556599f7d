import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { k6Files } from './k6-files.ts';
import { scriptProblems } from './script-syntax.ts';

// A part of npm run check: what k6 reads holds no syntax on which k6 hangs. Ends with 1 where some does.
const root = join(import.meta.dirname, '..', '..');
const lines = k6Files().flatMap((file) =>
  scriptProblems(file, readFileSync(join(root, file), 'utf8')).map(
    ({ line, what }) =>
      `${file}:${line}: ${what}, with which k6 hangs or fails; write it otherwise`,
  ),
);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = lines.length > 0 ? 1 : 0;
