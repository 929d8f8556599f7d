import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import type { K6 } from './k6/k6.ts';
import { ANY_MACHINE } from './testing/short-profile.ts';
import { k6ForTests } from './testing/test-k6.ts';
import { readLoadRecord } from '../store/load/load-record.ts';
import { readLoadRun } from '../store/load/load-run.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';
import { spawnCli } from '../cli/testing/spawn-cli.ts';

let folder = '';
let found: K6 | { readonly reason: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-load-stops-'));
  found = await k6ForTests();
  writeFileSync(join(folder, 'long.yaml'), PROFILE);
}, 700_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROFILE = `kind: steps
description: of a test
steps: [{ rate: 20, seconds: 25 }]
journeys: 1
calibration: 1
validity: ${JSON.stringify(ANY_MACHINE)}
`;
const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** Processes of a run: all that have its folder, or that of its k6, on the command line or in the environment. */
const runningOf = (mark: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return ['cmdline', 'environ'].some((name) =>
          readFileSync(`/proc/${pid}/${name}`, 'utf8').includes(mark),
        );
      } catch {
        // It has just ended.
        return false;
      }
    });

/** Starts a load run in a process of its own; `temporary` marks all its processes. */
const start = ({ skip }: TestContext, name: string) => {
  if ('reason' in found) return skip(found.reason);
  if (!existsSync('/proc/self/environ')) return skip('no /proc on this machine');
  const cache = join(found.path, '..');
  const out = join(folder, name);
  const temporary = mkdtempSync(join(folder, `${name}-tmp-`));
  const child = spawn(
    process.execPath,
    [MAIN, 'load', '--profile', 'long.yaml', '--line', 'travel', '--out', out],
    {
      cwd: folder,
      env: { PATH: `${cache}:/usr/bin:/bin`, ASSAY_CACHE: cache, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { child, out, temporary, printed: () => printed };
};

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve));

const seen = (printed: () => string, pattern: RegExp) =>
  expect.poll(printed, { timeout: 240_000, interval: 50 }).toMatch(pattern);

const points = (out: string): number => {
  const file = join(out, 'latest', 'points.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;
const EARLY = [
  ['while drafts are made', /profile/],
  ['while the generator is calibrated', /calibrating/],
] as const;
const drawnStops = drawnInTurn('stopped loads', [...SIGNALS, ...EARLY.map(([what]) => what)]);

// The other signals are sent to load runs in cli/endings/kills.test.ts.
test.for(SIGNALS.filter((signal) => drawnStops.includes(signal)))(
  'a load run that is stopped by %s while it measures is concluded, and never green',
  { timeout: 300_000 },
  async (signal, context) => {
    const run = start(context, signal);
    await expect.poll(() => points(run.out), { timeout: 240_000 }).toBeGreaterThan(10);

    run.child.kill(signal);

    expect(await ended(run.child)).toBe(3);
    expect(run.printed()).toMatch(
      new RegExp(`^✗ stopped by ${signal}$[^]*^load: INVALID, 1 line`, 'm'),
    );
    expect(run.printed()).not.toMatch(/stopped answering|level=/);
    const latest = join(run.out, 'latest');
    const record = readLoadRecord(join(latest, 'load.json'));
    expect(record).toMatchObject({ stopped: `stopped by ${signal}`, exitCode: 3 });
    expect(record.lines[0]?.requests).toBeGreaterThan(10);
    expect(record.lines[0]?.unanswered).toEqual({});
    expect(readLoadRun(join(latest, 'run.json'))).toMatchObject({ state: 'finished', exitCode: 3 });
    expect(readFileSync(join(latest, 'load.html'), 'utf8')).toContain(`stopped by ${signal}`);
    await expect.poll(() => runningOf(run.temporary), { timeout: 60_000 }).toEqual([]);
  },
);

test.for(EARLY.filter(([what]) => drawnStops.includes(what)))(
  'a load run that is stopped %s is concluded, too',
  { timeout: 300_000 },
  async ([what, pattern], context) => {
    const run = start(context, what.replaceAll(' ', '-'));
    await seen(run.printed, pattern);

    run.child.kill('SIGTERM');

    expect(await ended(run.child)).toBe(3);
    expect(run.printed()).toMatch(/^✗ stopped by SIGTERM$[^]*^load: INVALID, 0 lines/m);
    await expect.poll(() => runningOf(run.temporary), { timeout: 60_000 }).toEqual([]);
  },
);

test.for(
  drawnInTurn('killed loads', [
    'a killed load run leaves no process and no credential, and is readable',
  ]),
)('%s', { timeout: 300_000 }, async (_title, context) => {
  const run = start(context, 'killed');
  await expect.poll(() => points(run.out), { timeout: 240_000 }).toBeGreaterThan(10);
  expect(runningOf(run.temporary).length).toBeGreaterThan(1);

  run.child.kill('SIGKILL');
  await ended(run.child);

  await expect.poll(() => runningOf(run.temporary), { timeout: 60_000 }).toEqual([]);
  await expect.poll(() => readdirSync(run.temporary)).toEqual([]);
  const latest = join(run.out, 'latest');
  expect(readLoadRun(join(latest, 'run.json'))).toMatchObject({ state: 'running' });
  const { code, stdout } = await spawnCli(['report', latest]);
  expect(stdout).toMatch(
    /^partial: killed after \d+ s, \d+ price requests\nload: INVALID, 1 line/m,
  );
  expect(code).toBe(3);
  expect(readFileSync(join(latest, 'load.html'), 'utf8')).toMatch(/killed after \d+ s/);
  expect(readLoadRun(join(latest, 'run.json'))).toMatchObject({ state: 'partial', exitCode: 3 });
});
