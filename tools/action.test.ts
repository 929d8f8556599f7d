import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drawn, drawnInTurn } from './testing/drawn.ts';
import { parse } from 'yaml';
import { PROJECT } from '../client/project.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const text = readFileSync(join(PROJECT, 'action.yml'), 'utf8');
const action = parse(text) as Action;
const { inputs, outputs, runs } = action;

test('no command contains an expression, which the shell could interpret', () => {
  const commands = runs.steps.flatMap(({ run }) => run ?? []);

  expect(commands).not.toEqual([]);
  expect(commands.filter((run) => run.includes('${{'))).toEqual([]);
});

test('every input is used, and every input and output is documented', () => {
  const page = readFileSync(join(PROJECT, 'docs', 'ci-owner.md'), 'utf8');
  const section = page.slice(page.indexOf('## On GitHub Actions') + 3).split('\n## ')[0] ?? '';
  const names = [...Object.keys(inputs), ...Object.keys(outputs)];
  const used = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(({ 1: name }) => name);

  expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test('third-party actions are pinned by commit', () => {
  const foreign = runs.steps.flatMap(({ uses }) => uses ?? []);

  expect(foreign.filter((uses) => !/@[\da-f]{40}$/.test(uses))).toEqual([]);
});

/** Fills in an expression such as `${{ inputs.line }}` as GitHub does. */
const filled = (
  expression: string,
  given: Readonly<Record<string, string>>,
  workspace: string,
): string =>
  expression.replaceAll(/\$\{\{ (\w+)\.([\w-]+) \}\}/g, (_, scope: string, name: string) => {
    if (scope === 'inputs') return given[name] ?? inputs[name]?.default ?? '';
    return name === 'action_path' ? PROJECT : workspace;
  });

/** Runs the step of the action as GitHub does, in an empty folder. */
const runStep = async (
  given: Readonly<Record<string, string>>,
  work = 'work space',
  prepare: (workspace: string) => void = () => undefined,
) => {
  const root = mkdtempSync(join(tmpdir(), 'assay-action-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, temporary] = [join(root, work), join(root, 'temporary')];
  for (const folder of [workspace, temporary]) mkdirSync(folder);
  prepare(workspace);
  const [step] = runs.steps;
  const env = Object.entries(step?.env ?? {}).map(([name, value]): [string, string] => [
    name,
    filled(value, given, workspace),
  ]);
  const files = { output: join(root, 'output'), summary: join(root, 'summary') };
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: workspace,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      ...Object.fromEntries(env),
      RUNNER_TEMP: temporary,
      OLDPWD: temporary,
      CDPATH: temporary,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const written = read(files.output);
  const pairs = written.trim().split('\n');
  const output = Object.fromEntries(pairs.map((line) => line.split('=', 2) as [string, string]));
  return {
    code,
    stdout,
    stderr,
    output,
    outputText: written,
    summary: read(files.summary),
    workspace,
  };
};

const SHORT = '--runs=1\n\n--requirement=GAP-CONTRACT-03';

test.each(
  drawnInTurn('partial actions', [
    'a conformant part of a service: exit code 0, partial as its verdict, and the folder of its run',
  ]),
)('%s', async () => {
  const { code, output, summary, stdout } = await runStep({
    line: 'gap',
    args: SHORT,
    out: 'o u t',
  });

  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(output).toMatchObject({ 'exit-code': '0', verdict: 'partial' });
  expect(output['run-folder']).toMatch(/\/work space\/o u t\/\d{8}-\d{6}-gate-\d+$/);
  expect(stdout).toMatch(/^conformant for 1 of [\d,]+ cells \(--requirement GAP-CONTRACT-03\): /m);
  expect(summary).toMatch(/^## Assay: conformant for 1 of .*\n\n1 of 1 operation reached/);
});

const WHOLE = [
  ['a conformant service', '--runs=1\n--no-allure', 0, 'conformant'],
  [
    'a service at fault',
    `${SHORT}\r\n--fault=gap-contract-location-leads-nowhere`,
    1,
    'non-conformant',
  ],
] as const;

test.each(drawnInTurn('actions', WHOLE))(
  'the step has the outputs of %s',
  async (_, args, ends, verdict) => {
    const { code, output } = await runStep({ line: 'gap', args });

    expect(code).toBe(ends);
    expect(output).toMatchObject({ 'exit-code': String(ends), verdict });
    expect(output['run-folder']).toMatch(/\/temporary\/assay-\w+\/\d{8}-\d{6}-gate-\d+$/);
  },
);

test.each(
  ['command', 'target', 'line', 'checkout', 'out'].flatMap((input) =>
    ['\n', '\r', '\u001b[2J'].map((control): [string, string] => [input, control]),
  ),
)('no %s with the control character %j writes its own output', async (input, control) => {
  const value = `gap${control}verdict=conformant${control}exit-code=0`;
  const { code, stdout, outputText, workspace } = await runStep({ [input]: value });

  expect(outputText).toBe('exit-code=2\nverdict=usage\nrun-folder=\n');
  expect(stdout).toBe(`::error::${input}: expected one line without control characters\n`);
  expect(code).toBe(2);
  expect(readdirSync(workspace)).toEqual([]);
});

test('nor does a folder from which it is called', async () => {
  const { code, outputText } = await runStep({}, 'work\nverdict=conformant');

  expect([code, outputText]).toEqual([2, 'exit-code=2\nverdict=usage\nrun-folder=\n']);
});

const FOLDERS = [
  ['a folder of runs named - is that folder', '-', undefined],
  [
    'where links are refused, the text file names the folder of the run',
    'out',
    (workspace: string) =>
      void mkdirSync(join(workspace, 'out', 'latest', 'in-the-way'), { recursive: true }),
  ],
] as const;

test.each(drawnInTurn('action folders', FOLDERS))('%s', async (_, out, prepare) => {
  const { output, workspace } = await runStep({ line: 'gap', args: SHORT, out }, 'work', prepare);

  expect(output['run-folder']?.slice(workspace.length)).toMatch(
    new RegExp(`^/${out}/\\d{8}-\\d{6}-gate-\\d+$`),
  );
});

test.each(
  drawn(
    [
      ['a target', { target: `no"; touch pwned; '$(touch pwned)\`touch pwned\`` }],
      ['arguments', { args: '$(touch pwned)\n; touch pwned\n--junit=a b' }],
      ['a line', { line: 'gap; touch pwned' }],
      ['a command', { command: 'gate; touch pwned' }],
      ['a checkout', { checkout: '$(touch pwned)' }],
    ],
    1,
  ),
)('%s that a shell would interpret executes nothing and exits with 2', async (_, given) => {
  const { code, output, workspace } = await runStep(given);

  expect(code).toBe(2);
  expect(output).toEqual({ 'exit-code': '2', verdict: 'usage', 'run-folder': '' });
  expect(readdirSync(workspace)).toEqual([]);
});
