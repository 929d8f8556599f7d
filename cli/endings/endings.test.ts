import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorker } from '../../exam/worker.ts';
import { spawnCli } from '../testing/spawn-cli.ts';
import type { Ending } from './testing/ending.ts';
import { STAND_INS, type StandInName } from './testing/stand-ins.ts';
import type { StandIn } from './testing/stand-in-parts.ts';
import { ADDRESS, WAITING, NETWORK, MESSAGES } from './testing/service-rows.ts';
import {
  BASICS,
  INPUT_ADDRESSES,
  INPUT_FLAGS,
  INPUT_PATHS,
  INPUT_WAIVERS,
} from './testing/flag-rows.ts';
import {
  INPUT_CONTENT,
  INPUT_TARGETS,
  INPUT_YAML,
  INPUT_ENVIRONMENT,
} from './testing/target-rows.ts';
import { REJUDGE, REPLAY } from './testing/replay-rows.ts';
import { LOAD, MERGE, NIGHTLY } from './testing/load-rows.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { readLoadRecord } from '../../store/load/load-record.ts';
import { type RunFolder, runFolderAt } from '../../store/run-folder.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const STREAMS = ['exchanges', 'probes', 'findings', 'verdicts', 'observations'] as const;

/** Streams of a run that end in an incomplete line. */
const incompleteStreams = (folder: RunFolder): readonly string[] => {
  const torn = STREAMS.filter((name) => {
    if (!existsSync(folder[name])) return false;
    try {
      return readJsonLines(folder[name]).torn !== undefined;
    } catch {
      return true;
    }
  });
  const junit = existsSync(folder.junit) ? readFileSync(folder.junit, 'utf8') : '';
  const isCut = existsSync(folder.junit) && !junit.trimEnd().endsWith('</testsuites>');
  return [...torn, ...(isCut ? ['junit'] : [])];
};

interface Ended {
  readonly state?: string;
  readonly exitCode?: number;
  readonly verdicts?: Readonly<Record<string, number>>;
  readonly totals?: { readonly cells: number };
}

/** A load run records the same exit code in both files, and passes only if some line has a latency. */
const loadProblems = ({ load, run }: RunFolder, code: number): readonly string[] => {
  const { state, exitCode } = JSON.parse(readFileSync(run, 'utf8')) as Ended;
  const record = readLoadRecord(load.record);
  const isEmpty = record.lines.length === 0 || record.lines.some(({ sketch }) => sketch === null);
  return [
    ...(state === 'finished' ? [] : [`run.json says ${state}`]),
    ...(exitCode === code && record.exitCode === code ? [] : ['its files say another exit code']),
    ...(code === 0 && isEmpty ? ['exit 0 with nothing measured'] : []),
  ];
};

const problemsOfRun = (folder: RunFolder, code: number): readonly string[] => {
  const torn = incompleteStreams(folder).map((name) => `${name} was not written to its end`);
  if (existsSync(folder.load.record)) return [...torn, ...loadProblems(folder, code)];
  if (!existsSync(folder.run)) return [...torn, 'run.json is missing'];
  const {
    state,
    exitCode,
    verdicts = {},
    totals,
  } = JSON.parse(readFileSync(folder.run, 'utf8')) as Ended;
  const open = ['inconclusive', 'fail', 'error'].filter((name) => (verdicts[name] ?? 0) > 0);
  const judged = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return [
    ...torn,
    ...(state === 'running' ? ['run.json says that the run goes on'] : []),
    ...(exitCode === code
      ? []
      : [`run.json says exit ${exitCode}, the command ended with ${code}`]),
    ...(code === 0 && open.length > 0 ? [`exit 0 with cells that are ${open.join(', ')}`] : []),
    ...(code === 0 && (judged === 0 || judged !== totals?.cells)
      ? ['exit 0 with unjudged cells']
      : []),
  ];
};

/** Problems with the files below a command's output folder; none after exit 2, which leaves no run. */
const problemsBelow = (out: string, code: number): readonly string[] => {
  if (!existsSync(out)) return [];
  const runs = readdirSync(out, { withFileTypes: true }).filter((each) => each.isDirectory());
  if (code === 2) return runs.map(({ name }) => `exit 2 left ${name}`);
  return runs.flatMap(({ name }) => problemsOfRun(runFolderAt(join(out, name)), code));
};

/** All endings by subject. */
const ENDINGS: Readonly<Record<string, readonly Ending[]>> = {
  basics: BASICS,
  address: ADDRESS,
  flags: INPUT_FLAGS,
  addresses: INPUT_ADDRESSES,
  paths: INPUT_PATHS,
  YAML: INPUT_YAML,
  'target files': INPUT_TARGETS,
  'what they hold': INPUT_CONTENT,
  'the environment': INPUT_ENVIRONMENT,
  waivers: INPUT_WAIVERS,
  replay: REPLAY,
  rejudge: REJUDGE,
  network: NETWORK,
  waiting: WAITING,
  load: LOAD,
  merge: MERGE,
  nights: NIGHTLY,
  words: MESSAGES,
};

const root = mkdtempSync(join(tmpdir(), 'assay-endings-'));
const worker = openWorker(root, join(import.meta.dirname, 'testing', 'caller.ts'));
const standIns = new Map<StandInName, Promise<StandIn>>();
let dead = '';

beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dead = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
});
afterAll(async () => {
  worker.close();
  for (const standIn of standIns.values()) await (await standIn).close();
  rmSync(root, { recursive: true, force: true });
});

/** Limit for every ending in milliseconds. */
const TIMEOUT = 10_000;
/** The machine may be busy with other tests. */
const BUSY_FACTOR = 4;
const MAKES_A_RUN = new Set([
  'gate',
  'certify',
  'replay',
  'load',
  'nightly',
  'history',
  'compare',
  'merge',
]);

const standInFor = async ({ server }: Ending): Promise<StandIn | undefined> => {
  if (server === undefined) return undefined;
  const running = standIns.get(server) ?? STAND_INS[server]();
  standIns.set(server, running);
  return running;
};

const lay = (folder: string, files: Ending['files'] = {}, fill: (text: string) => string): void => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? fill(content) : Buffer.from(content),
    );
  }
};

const contents = (folder: string, files: Ending['files'] = {}): readonly string[] =>
  Object.keys(files).map((name) => readFileSync(join(folder, name), 'base64'));

/** Outside the folder, which must stay unchanged. */
const targetFile = (folder: string, standIn: StandIn | undefined): string => {
  const file = `${folder}.target.json`;
  if (standIn?.target) writeFileSync(file, JSON.stringify(standIn.target));
  return file;
};

const call = async (ending: Ending, folder: string, standIn: StandIn | undefined) => {
  const target = targetFile(folder, standIn);
  const fill = (text: string): string =>
    text
      .replaceAll('{folder}', folder)
      .replaceAll('{base}', standIn?.base ?? '')
      .replaceAll('{target}', target)
      .replaceAll('{dead}', dead);
  lay(folder, ending.files, fill);
  ending.before?.(folder);
  const needsOut = MAKES_A_RUN.has(ending.args[0] ?? '') && !ending.args.includes('--out');
  const args = [...ending.args, ...(needsOut ? ['--out', '{folder}/out'] : [])].map(fill);
  const own = Object.entries(ending.environment ?? {}).map(([name, value]) => [name, fill(value)]);
  const environment = { ...standIn?.environment, ...Object.fromEntries(own) };
  const before = contents(folder, ending.files);
  const { code, printed } = ending.ownProcess
    ? await spawnCli(args, { cwd: folder, environment, limit: TIMEOUT * BUSY_FACTOR }).then(
        ({ code, stdout, stderr }) => ({ code, printed: stdout + stderr }),
      )
    : await worker
        .run(args, TIMEOUT * BUSY_FACTOR, { cwd: folder, environment })
        .then(({ exitCode, printed }) => ({ code: exitCode, printed }));
  const changed = contents(folder, ending.files).some((content, at) => content !== before[at]);
  return { code, printed, changed };
};

const newFiles = (folder: string, { files = {}, leaves = [] }: Ending): readonly string[] => {
  const known = new Set([
    'out',
    ...leaves,
    ...Object.keys(files).map((name) => name.split('/')[0]),
  ]);
  return readdirSync(folder).filter((name) => !known.has(name));
};

const rows = Object.entries(ENDINGS);

test('every kind of ending has rows, and few of them start a process', () => {
  const all = rows.flatMap(([, endings]) => endings);

  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
  expect(all.filter(({ ownProcess }) => ownProcess).length).toBeLessThanOrEqual(40);
});

/** Patterns that must never be printed. */
const NEVER: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack trace', /^\s+at .+:\d+:\d+\)?$/m],
  ['words of the program', /\bundefined\b|\[object |\bNaN\b/],
];

/** Problems with the end of a command, followed by its output if there are any. */
const problemsOf = async (ending: Ending): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(root, 'row-'));
  const { code, printed, changed } = await call(ending, folder, await standInFor(ending));
  const never = [...NEVER, ...(ending.never ? [['what it must not', ending.never] as const] : [])];
  const problems = [
    ...(code === ending.code ? [] : [`expected exit ${ending.code}, got ${code}`]),
    ...(ending.prints.test(printed) ? [] : [`expected it to say ${String(ending.prints)}`]),
    ...never.filter(([, pattern]) => pattern.test(printed)).map(([what]) => `it prints ${what}`),
    ...(changed ? ['it changed a file that was there'] : []),
    ...newFiles(folder, ending).map((name) => `it leaves ${name}`),
    ...problemsBelow(join(folder, 'out'), ending.code),
  ];
  return problems.length > 0 ? [...problems, printed] : [];
};

const named = rows.flatMap(([part, endings]) =>
  endings.map((ending) => [part, ending.what, ending] as const),
);

test.each(drawn(named, 14))('%s: %s', async (_part, _what, ending) => {
  expect(await problemsOf(ending)).toEqual([]);
});
