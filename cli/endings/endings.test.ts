import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorker } from '../../exam/worker.ts';
import { spawnCli } from '../testing/spawn-cli.ts';
import type { Ending } from './testing/ending.ts';
import { problemsBelow } from './testing/left-behind.ts';
import { STAND_INS, type StandIn, type StandInName } from './testing/stand-ins.ts';
import { ENDINGS } from './testing/table.ts';

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

/** Milliseconds: no ending may take longer. */
const LONGEST = 10_000;
/** The machine may be busy with other tests. */
const PATIENCE = 4;
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

/** Beside the folder, which has to stay as it is. */
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
    ? await spawnCli(args, { cwd: folder, environment, limit: LONGEST * PATIENCE }).then(
        ({ code, stdout, stderr }) => ({ code, printed: stdout + stderr }),
      )
    : await worker
        .run(args, LONGEST * PATIENCE, { cwd: folder, environment })
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

test('there are endings of every kind, and few of them start a process', () => {
  const all = rows.flatMap(([, endings]) => endings);

  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
  expect(all.filter(({ ownProcess }) => ownProcess).length).toBeLessThanOrEqual(40);
});

/** What no ending may print. */
const NEVER: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack trace', /^\s+at .+:\d+:\d+\)?$/m],
  ['words of the program', /\bundefined\b|\[object |\bNaN\b/],
];

/** All that is wrong with how a command ended, in words, and what it printed where something is. */
const problemsOf = async (ending: Ending): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(root, 'row-'));
  const { code, printed, changed } = await call(ending, folder, await standInFor(ending));
  const never = [...NEVER, ...(ending.never ? [['what it must not', ending.never] as const] : [])];
  const problems = [
    ...(code === ending.code ? [] : [`wanted exit ${ending.code}, got ${code}`]),
    ...(ending.says.test(printed) ? [] : [`wanted it to say ${String(ending.says)}`]),
    ...never.filter(([, pattern]) => pattern.test(printed)).map(([what]) => `it prints ${what}`),
    ...(changed ? ['it changed a file that was there'] : []),
    ...newFiles(folder, ending).map((name) => `it leaves ${name}`),
    ...problemsBelow(join(folder, 'out'), ending.code),
  ];
  return problems.length > 0 ? [...problems, printed] : [];
};

describe.each(rows)('%s', (_part, endings) => {
  test.each(endings.map((ending) => [ending.what, ending] as const))(
    '%s',
    async (_what, ending) => {
      expect(await problemsOf(ending)).toEqual([]);
    },
  );
});
