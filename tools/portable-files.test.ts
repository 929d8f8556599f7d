import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';

const FILES: readonly string[] = spawnSync('git', ['ls-files'], { cwd: PROJECT, encoding: 'utf8' })
  .stdout.trim()
  .split('\n');

/** Files in which users find commands for their shell, or which run there. */
const SNIPPETS = FILES.filter((path) =>
  /^(README|SECURITY)\.md$|^docs\/.*\.(md|sh)$|^action\.yml$|^cli\/completion\/assay\.|^(load\/kubernetes|runner\/reproduction|client\/http)\/(?!.*\.test\.ts$).*\.ts$/.test(
    path,
  ),
);

/** Programs and options that the BSD tools of macOS lack. */
const GNU_ONLY =
  /\b(?:date (?:-u )?(?:-d|--date)|sed -i|grep -\w*P|readlink -\w*[fem]|stat -(?:c|-format)|base64 -w|xargs -\w*r|timeout \d+m? |mktemp --|sort -V|head -n -|cp -\w*[aT]|ln -\w*T|sha256sum|nproc|tac)\b/g;

const gnuOnlyIn = (text: string): readonly string[] => text.match(GNU_ONLY) ?? [];

test('shell snippets run with the tools of macOS, too', () => {
  const found = SNIPPETS.flatMap((path) =>
    gnuOnlyIn(readFileSync(join(PROJECT, path), 'utf8')).map((form) => `${path}: ${form}`),
  );

  expect(found).toEqual([]);
  expect(SNIPPETS.length).toBeGreaterThan(40);
});

test.each([
  'date -u -d yesterday',
  "sed -i 's/a/b/' x",
  'grep -oP a x',
  'readlink -f x',
  'stat -c %s x',
  'base64 -w 0',
  'xargs -0r rm',
  'timeout 60 npx assay gate',
  'cp -a x y',
])('%s would be found', (form) => {
  expect(gnuOnlyIn(`$ ${form}`)).toHaveLength(1);
});

test('no two files differ only in case, and every name is valid on Windows', () => {
  const folded = FILES.map((path) => path.toLowerCase());

  expect(FILES.filter((path, at) => folded.indexOf(path.toLowerCase()) !== at)).toEqual([]);
  expect(
    FILES.filter((path) =>
      /[<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|nul|aux|prn|com\d|lpt\d)(?:[./]|$)/i.test(path),
    ),
  ).toEqual([]);
});

test('a checkout has the same line ends on every system', () => {
  const { stdout } = spawnSync('git', ['ls-files', '--eol'], { cwd: PROJECT, encoding: 'utf8' });
  const others = stdout
    .split('\n')
    .filter((line) => /i\/(?:crlf|mixed)|w\/(?:crlf|mixed)/.test(line));

  expect(others).toEqual([]);
  expect(stdout).toMatch(/attr\/text=auto eol=lf\s+README\.md/);
});
