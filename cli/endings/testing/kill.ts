import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../../../client/project.ts';

/** Commands that judge. */
export const JUDGING = ['gate', 'certify', 'replay', 'load'] as const;
/** Signals that end a command from outside. */
export const KILLS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

/** A command, the signal that ends it, and the moment of the signal. */
export interface Kill {
  readonly command: (typeof JUDGING)[number];
  readonly signal: (typeof KILLS)[number];
  /** Moment of the kill, 0 to 1, as a share of the command's normal duration. */
  readonly moment: number;
}

/** Folder and files that kills need. */
export interface KillGround {
  readonly root: string;
  /** Folder of a finished run to replay. */
  readonly replayed: string;
  /** Normal duration of each command in milliseconds. */
  readonly durations: Readonly<Record<Kill['command'], number>>;
}

const LAUNCHER = join(PROJECT, 'bin', 'assay.mjs');
const NARROW = ['--line', 'jobloss', '--seed', '7'];
/** Milliseconds until a killed command must be gone; stopping cleanly takes a while on a busy machine. */
const GONE_AFTER = 30_000;

/** Arguments of a small run of a command below `out`. */
const argumentsOf = (
  command: Kill['command'],
  out: string,
  replayed: string,
): readonly string[] => {
  if (command === 'replay') return ['replay', 'VERSION-01', '--run', replayed, '--out', out];
  const small = command === 'certify' ? ['--runs', '5'] : [];
  const profile = command === 'load' ? ['--profile', 'smoke'] : [];
  return [command, ...NARROW, ...small, ...profile, '--out', out];
};

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; printed: string }>;
}

/** Starts a command as its user would. */
const startCommand = (args: readonly string[], cwd: string): Started => {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, printed }));
  });
  return { child, ended };
};

/** Linux processes whose command line or folder contains this text, as id and command line. */
const processesAbout = (text: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return line.includes(text) ? [`${id} ${line}`] : [];
      } catch {
        return [];
      }
    });

const untilGone = async (text: string): Promise<readonly string[]> => {
  for (const end = performance.now() + GONE_AFTER; performance.now() < end; await sleep(100))
    if (processesAbout(text).length === 0) return [];
  return processesAbout(text);
};

/** SIGKILL hits the program itself half of the time, and otherwise its launcher. */
const sendSignal = (child: ChildProcess, { signal, moment }: Kill, out: string): void => {
  const program = processesAbout(out).find((line) => line.includes('main.ts'));
  if (signal === 'SIGKILL' && program !== undefined && Math.round(moment * 1000) % 2 === 0)
    process.kill(Number.parseInt(program, 10), signal);
  else child.kill(signal);
};

/** Exit codes with which `assay report` has read a run. */
const READABLE = [0, 1, 3];

const unreadableRuns = async (out: string, cwd: string): Promise<readonly string[]> => {
  if (!existsSync(out)) return [];
  const runs = readdirSync(out, { withFileTypes: true }).filter((each) => each.isDirectory());
  const problems: string[] = [];
  for (const { name } of runs) {
    // A folder without run.json belongs to a run that had not begun.
    if (!existsSync(join(out, name, 'run.json'))) continue;
    const { code, printed } = await startCommand(['report', join(out, name)], cwd).ended;
    if (!READABLE.includes(code ?? -1)) problems.push(`report ended with ${code}: ${printed}`);
    else if (/^\s+at .+:\d+:\d+/m.test(printed))
      problems.push(`report printed a stack: ${printed}`);
  }
  return problems;
};

/** Milliseconds from the conclusion of a run to the end of its process; at least this share of its duration. */
const EXIT_DELAY = 300;
const EXIT_SHARE = 0.1;

/** True if the run had ended before the kill: one that was faster than usual ends by itself, correctly with 0. */
const wasConcludedBefore = (out: string, struckAt: number, duration: number): boolean =>
  readdirSync(out, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => statSync(join(out, name, 'run.json')).mtimeMs - struckAt)
    .some((delay) => delay < Math.max(EXIT_DELAY, duration * EXIT_SHARE));

/** Kills a command and returns the problems with its exit code, leftover processes and unreadable files. */
export const tryKill = async (kill: Kill, ground: KillGround): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(ground.root, 'kill-'));
  const out = join(folder, 'out');
  const { child, ended } = startCommand(argumentsOf(kill.command, out, ground.replayed), folder);
  const duration = ground.durations[kill.command];
  await Promise.race([sleep(kill.moment * duration), ended]);
  const struckAt = Date.now();
  if (child.exitCode === null) sendSignal(child, kill, out);
  const { code, printed } = await ended;
  const left = await untilGone(out);
  const problems = [
    ...(code === 0 && !wasConcludedBefore(out, struckAt, duration) ? ['it ended with 0'] : []),
    ...left.map((line) => `it left a process: ${line}`),
    ...(/^\s+at .+:\d+:\d+/m.test(printed) ? ['it printed a stack trace'] : []),
    ...(await unreadableRuns(out, folder)),
  ];
  rmSync(folder, { recursive: true, force: true });
  return problems.length > 0 ? [...problems, printed] : [];
};

/** Duration of each command as a share of a gate, measured by `measureDurations`. */
const SHARES = { gate: 1, certify: 1.1, replay: 0.8, load: 2.8 } as const;

/** Normal duration of a command in milliseconds. Throws if it does not end with 0. */
const measureDuration = async (
  command: Kill['command'],
  out: string,
  { root, replayed }: Pick<KillGround, 'root' | 'replayed'>,
): Promise<number> => {
  const begun = performance.now();
  const { code, printed } = await startCommand(argumentsOf(command, out, replayed), root).ended;
  if (code !== 0)
    throw new Error(`${command} ended with ${code} though nobody killed it: ${printed}`);
  return performance.now() - begun;
};

/** Prepares the folder: a run to replay, and estimated durations based on one gate. */
export const prepareKillGround = async (root: string): Promise<KillGround> => {
  const first = join(root, 'first');
  const gate = await measureDuration('gate', first, { root, replayed: '' });
  const name = readdirSync(first).find((each) => /-gate-/.test(each)) ?? '';
  const durations = Object.fromEntries(
    JUDGING.map((command) => [command, gate * SHARES[command]]),
  ) as KillGround['durations'];
  return { root, replayed: join(first, name), durations };
};

/** Measures each duration. */
export const measureDurations = async (ground: KillGround): Promise<KillGround> => {
  const durations = { ...ground.durations };
  for (const command of JUDGING)
    durations[command] = await measureDuration(command, join(ground.root, command), ground);
  return { ...ground, durations };
};
