import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Argument, Command } from 'commander';
import { print } from '../cli/output/print.ts';
import { PROJECT } from '../client/project.ts';
import { messageOf, UsageError } from '../client/usage-error.ts';
import { EXIT } from '../oracles/exit-code.ts';
import { VERSION_EDITS, withEarlierHeading, withoutEarlierHeading } from './version-edits.ts';

// npm run release -- major: prepares a release in a copy and applies the result as one patch, so that an error leaves nothing behind.

/** The pending changes, as `changeset status` writes them; each change has its highest kind of version. */
interface Plan {
  readonly changesets: readonly { readonly id: string; readonly summary: string }[];
  readonly releases: readonly {
    readonly type: string;
    readonly newVersion: string;
    readonly changesets: readonly string[];
  }[];
}

const CHANGESET = fileURLToPath(import.meta.resolve('@changesets/cli/bin.js'));
const PLAN = 'release-plan.json';

/** Runs a program and returns its output. Throws Error with what it printed. */
const run = (cwd: string, program: string, args: readonly string[], input = ''): string => {
  const options = { cwd, input, encoding: 'utf8', maxBuffer: 1e8 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status === 0) return stdout;
  const lines = stripVTControlCharacters(`${error?.message ?? ''}${stderr}${stdout}`).split('\n');
  throw new Error(lines.filter((line) => !/^\s*$|^🦋|^ {4}at /u.test(line)).join('\n'));
};

const git = (cwd: string, ...args: readonly string[]): string => run(cwd, 'git', args).trimEnd();

const changeset = (copy: string, ...args: readonly string[]): string =>
  run(copy, process.execPath, [CHANGESET, ...args]);

/** Branch of a clean checkout. Throws UsageError for any other. */
const cleanBranch = (): string => {
  const changed = git(PROJECT, 'status', '--porcelain');
  if (changed !== '')
    throw new UsageError(
      `expected a checkout without changes, got:\n${changed}\nCommit or stash them, then repeat the command.`,
    );
  const branch = git(PROJECT, 'branch', '--show-current');
  if (branch === '')
    throw new UsageError(
      'expected a branch, got a detached HEAD; the commit of the release would be on no branch: git switch main',
    );
  return branch;
};

/**
 * Makes a repository of this one commit, whose objects it borrows: changesets would read the history, which a shallow clone lacks.
 * At first it has the files that the checks need.
 */
const copyCommit = (copy: string): void => {
  git(copy, 'init', '--quiet', '--initial-branch=main');
  const objects = resolve(PROJECT, git(PROJECT, 'rev-parse', '--git-path', 'objects'));
  writeFileSync(join(copy, '.git', 'objects', 'info', 'alternates'), `${objects}\n`);
  writeFileSync(join(copy, '.git', 'info', 'exclude'), `/node_modules\n/${PLAN}\n`);
  const tree = git(PROJECT, 'rev-parse', 'HEAD^{tree}');
  const author = ['-c', 'user.name=release', '-c', 'user.email=release@localhost'];
  const commit = git(copy, ...author, 'commit-tree', tree, '-m', 'copy');
  git(copy, 'sparse-checkout', 'set', '--cone', '.changeset');
  git(copy, 'reset', '--quiet', '--hard', commit);
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'), 'junction');
};

/** The version that follows. Throws UsageError unless the pending changes are sound and ask for this kind of version. */
const nextVersion = (copy: string, wanted: string): string => {
  try {
    changeset(copy, 'status', `--output=${PLAN}`);
  } catch (error) {
    throw new UsageError(
      `expected well-formed files in .changeset/, got this error of changesets; correct the file, commit it and repeat the command:\n${messageOf(error)}`,
    );
  }
  const plan = JSON.parse(readFileSync(join(copy, PLAN), 'utf8')) as Plan;
  const [release] = plan.releases.filter(({ type }) => type !== 'none');
  if (release === undefined)
    throw new UsageError(
      `expected pending changes in .changeset/ for a ${wanted} version, got none; describe what users see with npx changeset, and commit the file`,
    );
  const blank = plan.changesets.find(({ summary }) => summary === '');
  if (blank !== undefined)
    throw new UsageError(
      `expected a text for users in .changeset/${blank.id}.md, got none; write one and commit it`,
    );
  if (release.type !== wanted)
    throw new UsageError(
      `expected pending changes for a ${wanted} version, got changes that ask for a ${release.type} one (${release.changesets.join(', ')}); release with npm run release -- ${release.type}, or correct the files in .changeset/`,
    );
  return release.newVersion;
};

/** Writes the version wherever it is named, and the text of the pending changes. */
const writeVersion = async (copy: string, version: string): Promise<void> => {
  const edit = async (path: string, change: (text: string) => string | Promise<string>) => {
    const file = join(copy, path);
    writeFileSync(file, await change(existsSync(file) ? readFileSync(file, 'utf8') : ''));
  };
  await edit('CHANGELOG.md', withEarlierHeading);
  changeset(copy, 'version');
  await edit('CHANGELOG.md', withoutEarlierHeading);
  const mark = { version, date: new Date().toISOString().slice(0, 10) };
  for (const [path, change] of Object.entries(VERSION_EDITS))
    await edit(path, (text) => change(text, mark));
  // Basis for the additions of the next release.
  copyFileSync(
    join(copy, 'spec/catalogue.snapshot.txt'),
    join(copy, 'spec/catalogue.released.txt'),
  );
  run(copy, process.execPath, ['tools/write-schemas.ts']);
};

const release = async (wanted: string, isDry: boolean): Promise<void> => {
  const branch = cleanBranch();
  const copy = mkdtempSync(join(tmpdir(), 'assay-release-'));
  try {
    copyCommit(copy);
    const version = nextVersion(copy, wanted);
    git(copy, 'sparse-checkout', 'disable');
    await writeVersion(copy, version);
    git(copy, 'add', '--all');
    const patch = run(copy, 'git', ['diff-index', '--cached', '--patch', '--binary', 'HEAD']);
    if (!isDry) run(PROJECT, 'git', ['apply'], patch);
    const [what, next] = isDry
      ? ['would change; this checkout is as it was', 'The same without --dry-run, then']
      : ['changes', 'What remains, once you have read the changes'];
    print(`${version} ${what}:\n${git(copy, 'diff-index', '--cached', '--stat', 'HEAD')}\n`);
    print(`${next}:\n  git add --all\n  git commit --message 'build: release ${version}'`);
    print(`  git tag v${version}\n  git push --atomic origin ${branch} v${version}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

if (import.meta.main)
  await new Command('npm run release --')
    .description(
      'prepare a release from the pending changes in .changeset/; commits and pushes nothing',
    )
    .addArgument(new Argument('<kind>', 'kind of version').choices(['patch', 'minor', 'major']))
    .option('--dry-run', 'print what would change, and change nothing')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.conformant : EXIT.usage))
    .action((kind: string, { dryRun = false }: { readonly dryRun?: boolean }) =>
      release(kind, dryRun),
    )
    .parseAsync()
    .catch((error: unknown) => {
      process.stderr.write(`npm run release: ${messageOf(error)}\n`);
      process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.harness;
    });
