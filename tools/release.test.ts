import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { changedFiles } from './check-parts.ts';
import { VERSION_EDITS } from './version-edits.ts';

const CHANGELOG = '# Changelog\n\nWhat a user sees.\n\n';
const UNRELEASED = '## Unreleased\n\n### Target\n\n- A key.\n';
/** Paths of the clone that a release changes, as git reports them. */
const CHANGED = [
  ' D .changeset/new-key.md',
  ' D .changeset/old-key.md',
  ' M CHANGELOG.md',
  ' M Containerfile',
  ' M package-lock.json',
  ' M package.json',
  ' M spec/catalogue.released.txt',
  ' M spec/openapi.json',
  ' M spec/releases.json',
];

/** The version of the package itself, in its manifest and in the two places of the lock file. */
const VERSIONED = /(^ {2}(?: {4})?"name": "assay",\n *"version": )"[^"]*"/gm;

const root = mkdtempSync(join(tmpdir(), 'assay-release-test-'));
const clone = join(root, 'assay');

const git = (cwd: string, ...args: readonly string[]): string => {
  const own = ['-c', 'user.name=tests', '-c', 'user.email=tests@localhost'];
  const { status, stdout, stderr } = spawnSync('git', [...own, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trimEnd();
};

const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
};

const commit = (): void => {
  git(clone, 'add', '--all');
  git(
    clone,
    'commit',
    '--quiet',
    '--no-verify',
    '--no-gpg-sign',
    '--allow-empty',
    '--message=next',
  );
};

/** Copies that a release did not remove. */
const copies = (): readonly string[] =>
  readdirSync(join(root, 'temporary')).filter((name) => name.startsWith('assay-'));

/** Commits these files as the only pending changes, by their name. */
const commitChanges = (changes: Readonly<Record<string, string>>): void => {
  for (const name of readdirSync(join(clone, '.changeset')))
    if (name.endsWith('.md') && name !== 'README.md') rmSync(join(clone, '.changeset', name));
  for (const [name, text] of Object.entries(changes)) write(`.changeset/${name}.md`, text);
  commit();
};

const change = (kind: string, text: string): string => `---\nassay: ${kind}\n---\n\n${text}\n`;

const PENDING = {
  'old-key': change('patch', 'An old key.'),
  'new-key': change('major', 'A new key:\n\n- its values'),
};

const release = (...args: readonly string[]) => {
  const program = [join(clone, 'tools', 'release.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: clone,
    env: { ...process.env, TMPDIR: join(root, 'temporary') },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

beforeAll(() => {
  mkdirSync(join(root, 'temporary'));
  git(root, 'clone', '--quiet', '--shared', PROJECT, 'assay');
  git(clone, 'checkout', '--quiet', '-B', 'main');
  for (const path of changedFiles(PROJECT) ?? [])
    cpSync(join(PROJECT, path), join(clone, path), { recursive: true });
  writeFileSync(join(clone, '.git', 'info', 'exclude'), '/node_modules\n');
  symlinkSync(join(PROJECT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  for (const path of ['package.json', 'package-lock.json'])
    write(path, read(path).replaceAll(VERSIONED, '$1"1.4.2"'));
  commit();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(() => {
  git(clone, 'checkout', '--quiet', '--force', 'main');
  git(clone, 'clean', '--quiet', '--force', '-d');
});

describe('a release', () => {
  beforeEach(() => {
    write('CHANGELOG.md', `${CHANGELOG}${UNRELEASED}`);
    write('spec/catalogue.snapshot.txt', 'ONE-01: the catalogue of this release\n');
    write('spec/releases.json', '[{ "version": null, "date": null, "changes": ["X"] }]\n');
    commitChanges(PENDING);
  });

  test('is shown by a dry run, which changes nothing', () => {
    const head = git(clone, 'rev-parse', 'HEAD');
    const { status, stdout, stderr } = release('major', '--dry-run');

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const line of CHANGED) expect(stdout).toContain(` ${line.slice(3)} `);
    expect(stdout).toContain('9 files changed');
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(git(clone, 'rev-parse', 'HEAD')).toBe(head);
    expect(copies()).toEqual([]);
  });

  test('changes the checkout, and leaves commit, tag and push to the caller', () => {
    const head = git(clone, 'rev-parse', 'HEAD');
    const before = new Date().toISOString().slice(0, 10);
    const { status, stdout } = release('major');

    const changed = git(clone, 'status', '--porcelain').split('\n');
    expect({ status, changed }).toEqual({ status: 0, changed: CHANGED });
    expect(stdout).toContain(
      "  git commit --message 'build: release 2.0.0'\n  git tag v2.0.0\n  git push --atomic origin main v2.0.0\n",
    );
    expect(git(clone, 'rev-parse', 'HEAD')).toBe(head);
    expect(read('CHANGELOG.md')).toBe(
      `${CHANGELOG}## 2.0.0\n\n### Major Changes\n\n- A new key:\n\n  - its values\n\n### Patch Changes\n\n- An old key.\n\n### Target\n\n- A key.\n`,
    );
    const [entry] = JSON.parse(read('spec/releases.json')) as [{ readonly date: string }];
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(entry.date);
    expect(entry).toEqual({ version: '2.0.0', date: entry.date, changes: ['X'] });
    expect(read('spec/openapi.json')).toContain('"x-made-by": "assay 2.0.0"');
    expect(read('Containerfile')).toContain('image.version="2.0.0"');
    const lines = git(clone, 'diff', '--unified=0', 'package.json', 'package-lock.json');
    expect(lines.match(/^[-+](?![-+]).*$/gm)?.map((line) => line.replace(/ +/, ' '))).toEqual(
      ['lock', 'its root', 'manifest'].flatMap(() => [
        '- "version": "1.4.2",',
        '+ "version": "2.0.0",',
      ]),
    );
  });
});

const WRONG: readonly {
  readonly what: string;
  readonly args: readonly string[];
  readonly changes?: Readonly<Record<string, string>>;
  readonly prepare?: () => void;
  readonly says: RegExp;
}[] = [
  { what: 'no word', args: [], says: /missing required argument 'kind'/ },
  { what: 'an unknown word', args: ['huge'], says: /Allowed choices are patch, minor, major/ },
  {
    what: 'another word than the changes ask for',
    args: ['minor'],
    says: /for a minor version, got .* a major one \(new-key.*npm run release -- major/,
  },
  {
    what: 'no change',
    args: ['patch', '--dry-run'],
    changes: {},
    says: /got none; .*npx changeset/,
  },
  {
    what: 'a file without a kind of version',
    args: ['patch'],
    changes: { bad: 'A text.\n' },
    says: /well-formed files.*\n.*invalid frontmatter[^]*A text\./,
  },
  {
    what: 'another package',
    args: ['patch'],
    changes: { bad: '---\nessay: patch\n---\n\nA text.\n' },
    says: /Found changeset bad for package essay/,
  },
  {
    what: 'a change without a text',
    args: ['patch'],
    changes: { blank: change('patch', '') },
    says: /text for users in \.changeset\/blank\.md/,
  },
  {
    what: 'uncommitted changes',
    args: ['major'],
    prepare: () => write('a-draft.md', 'A draft.\n'),
    says: /checkout without changes, got:\n\?\? a-draft\.md/,
  },
  {
    what: 'a detached HEAD',
    args: ['major', '--dry-run'],
    prepare: () => git(clone, 'checkout', '--quiet', '--detach'),
    says: /expected a branch, got a detached HEAD/,
  },
];

test.each(WRONG)('$what ends with 2 and changes nothing', ({ args, changes, prepare, says }) => {
  commitChanges(changes ?? PENDING);
  prepare?.();
  const before = git(clone, 'status', '--porcelain');
  const { status, stdout, stderr } = release(...args);

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(says);
  expect(git(clone, 'status', '--porcelain')).toBe(before);
  expect(copies()).toEqual([]);
});

test.each([
  ['no file', '', []],
  ['releases only', '[{ "version": "1.0.0", "date": "2026-12-01", "changes": [] }]', ['1.0.0']],
])('a list with %s gets a new entry on top', async (_what, text, others) => {
  const mark = { version: '1.1.0', date: '2026-12-24' };
  const json = await VERSION_EDITS['spec/releases.json']?.(text, mark);
  const list = JSON.parse(json ?? '') as readonly { readonly version: string }[];

  expect(list[0]).toEqual({ ...mark, changes: [] });
  expect(list.slice(1).map(({ version }) => version)).toEqual(others);
});

test('a list of releases that is none is a usage error', async () => {
  const edited = async () =>
    VERSION_EDITS['spec/releases.json']?.('{}', { version: '1.1.0', date: '' });

  await expect(edited).rejects.toThrow('expected a list in spec/releases.json, got {}');
});
