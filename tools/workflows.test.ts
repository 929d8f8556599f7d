import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../cli/assay.ts';
import { PROJECT } from '../client/project.ts';
import { VERSION } from '../store/version.ts';
import { actionlint } from './testing/actionlint.ts';
import { drawnInTurn } from './testing/drawn.ts';
import { runInFolder } from './testing/installed-package.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: object;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include?: readonly { command: string }[] } };
}

interface Workflow {
  readonly permissions: object;
  readonly concurrency: unknown;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(PROJECT, '.github', 'workflows');
const FILES = readdirSync(FOLDER);
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const workflowOf = (file: string): Workflow => parse(textOf(file)) as Workflow;
const jobsOf = (file: string): readonly Job[] => Object.values(workflowOf(file).jobs);

/** Commands of a job, with those of its matrix in place. */
const commandsOf = ({ steps, strategy }: Job): readonly string[] => {
  const rows = strategy?.matrix.include ?? [{ command: '' }];
  return steps.flatMap(({ run }) =>
    run === undefined
      ? []
      : rows.map(({ command }) => run.replace('${{ matrix.command }}', command)),
  );
};

const COMMANDS = FILES.flatMap(jobsOf).flatMap(commandsOf);

describe.each(FILES)('%s', (file) => {
  test('is a valid workflow', (context) => {
    expect(actionlint(context, textOf(file))).toEqual({ status: 0, output: '' });
  });

  test('gives each job its own permissions and a limit of time, and stops at the first error', () => {
    const { permissions, concurrency, defaults } = workflowOf(file);

    expect({ permissions, defaults }).toEqual({
      permissions: {},
      defaults: { run: { shell: 'bash' } },
    });
    expect(concurrency).toBeDefined();
    for (const job of jobsOf(file)) {
      expect(job.permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeLessThanOrEqual(180);
    }
  });

  test('pins each action by commit, with its version, and leaves no token in the checkout', () => {
    const used = [...textOf(file).matchAll(/uses: (.*)/g)].map(([, uses = '']) => uses);
    const checkouts = jobsOf(file)
      .flatMap(({ steps }) => steps)
      .filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));

    expect(used).not.toEqual([]);
    expect(used.filter((uses) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(uses))).toEqual([]);
    for (const { with: inputs } of checkouts)
      expect(inputs).toMatchObject({ 'persist-credentials': false });
  });
});

test('an action has one commit in all workflows, recipes and our own action', () => {
  const recipes = join(PROJECT, 'docs', 'ci');
  const texts = [
    ...FILES.map(textOf),
    ...readdirSync(recipes, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(join(recipes, name), 'utf8')),
    readFileSync(join(PROJECT, 'action.yml'), 'utf8'),
  ];
  const pins = texts.flatMap((text) => text.match(/[\w/-]+@[\da-f]{40} # v[\d.]+/g) ?? []);
  const unique = [...new Set(pins)];

  expect(new Set(unique.map((pin) => pin.split('@')[0])).size).toBe(unique.length);
});

test('no command contains an expression, and so no secret and no text of others', () => {
  expect(COMMANDS.filter((command) => command.includes('${{'))).toEqual([]);
});

test('every npm script of a command exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = COMMANDS.flatMap((command) => [...command.matchAll(/npm run ([\w:-]+)/g)]);

  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

/** Options of a call that the command line does not know. */
const unknownIn = async ([command = '', ...words]: readonly string[]): Promise<
  readonly string[]
> => {
  const context = {
    version: '0.0.0',
    conclude: () => undefined,
    takeStop: () => new AbortController().signal,
    isLast: true,
  };
  const [found] = (await buildProgram(context, [command])).commands;
  return found ? found.parseOptions(words).unknown : [command];
};

test('every call of Assay is valid on the command line', async () => {
  const calls = COMMANDS.flatMap((command) => [...command.matchAll(/npx assay (.*?)(?= 2>|$)/gm)]);
  const unknown = calls.map(([, call = '']) => unknownIn(call.split(' ')));

  expect(calls.length).toBeGreaterThan(3);
  expect((await Promise.all(unknown)).flat()).toEqual([]);
  expect(await unknownIn(['exam', '--everything'])).toEqual(['--everything']);
});

/** npm without `ci`, since a test has the packages already. */
const NPM = 'if [ "$1" = ci ]; then exit; fi\nexec "$REAL_NPM" "$@"';

/** A copy of what is committed here, in which commands run as on GitHub. */
const checkout = () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-workflow-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [folder, shims, temporary] = [join(root, 'assay'), join(root, 'shims'), join(root, 'temp')];
  for (const each of [folder, shims, temporary]) mkdirSync(each);
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' });
  for (const path of stdout.split('\0').filter((each) => existsSync(join(PROJECT, each))))
    if (path !== '') cpSync(join(PROJECT, path), join(folder, path));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(shims, 'npm'), `#!/bin/bash\n${NPM}\n`, { mode: 0o755 });
  const { stdout: npm } = spawnSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' });
  const env = {
    ...process.env,
    PATH: [shims, dirname(process.execPath), process.env['PATH']].join(delimiter),
    REAL_NPM: npm.trim(),
    RUNNER_TEMP: temporary,
    GITHUB_REF_NAME: `v${VERSION}`,
  };
  const run = async (command: string) => {
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command];
    const { code, stdout: out, stderr } = await runInFolder(folder, env)('bash', ...words);
    return { command, code, output: out + stderr };
  };
  return { folder, run };
};

/** Jobs whose commands can run on any machine, and what they leave. */
const RUNNABLE = [
  { file: 'ci.yml', job: 'package', leaves: '../temp/user/package-lock.json' },
  { file: 'docs.yml', job: 'build', leaves: 'docs/out/index.html' },
  { file: 'release.yml', job: 'package', leaves: 'reports/out/release/assay.cdx.json' },
];

/** All tests; exams and witnesses have tests of their own, too. */
const ELSEWHERE = '.ci/run';

test.for(drawnInTurn('workflows', RUNNABLE))(
  'every command of job $job in $file runs',
  async ({ file, job, leaves }, { skip }) => {
    const { folder, run } = checkout();
    const found = workflowOf(file).jobs[job];
    const commands = found ? commandsOf(found).filter((each) => each !== ELSEWHERE) : [];

    for (const command of commands) {
      const ended = await run(command);
      if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)\b/.test(ended.output))
        skip(`the registry cannot be reached: ${command}`);
      expect(ended).toMatchObject({ code: 0 });
    }
    expect(commands.length).toBeGreaterThan(1);
    expect(existsSync(join(folder, leaves))).toBe(true);
  },
);
