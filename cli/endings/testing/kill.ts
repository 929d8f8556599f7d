import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from '../../../client/project.ts';

/** The commands that judge. */
export const JUDGING = ['gate', 'certify', 'replay', 'load'] as const;
/** The ways in which a command is ended from outside. */
export const KILLS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

/** One kill of one command. */
export interface Kill {
  readonly command: (typeof JUDGING)[number];
  readonly signal: (typeof KILLS)[number];
  /** 0 to 1: when, as a share of the time that the command takes where nobody kills it. */
  readonly moment: number;
}

/** What kills are tried in: a folder for them, and what the commands need there. */
export interface KillGround {
  readonly root: string;
  /** Folder of a finished run that a replay sends again. */
  readonly replayed: string;
  /** Milliseconds that each command takes where nobody kills it. */
  readonly durations: Readonly<Record<Kill['command'], number>>;
}

const LAUNCHER = join(PROJECT, 'bin', 'assay.mjs');
const NARROW = ['--line', 'jobloss', '--seed', '7'];
/** Milliseconds until nothing may be left of a killed command; stopping cleanly takes a while on a busy machine. */
const GONE_AFTER = 30_000;

/** The arguments of a command, made small, below `out`. */
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

/** Processes whose command line or folder names this text, as Linux tells it: id and command line. */
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

/** SIGKILL falls on the program itself half of the time, and on its launcher else. */
const strike = (child: ChildProcess, { signal, moment }: Kill, out: string): void => {
  const program = processesAbout(out).find((line) => line.includes('main.ts'));
  if (signal === 'SIGKILL' && program !== undefined && Math.round(moment * 1000) % 2 === 0)
    process.kill(Number.parseInt(program, 10), signal);
  else child.kill(signal);
};

/** Exit codes with which `assay report` says that it could read a run. */
const READABLE = [0, 1, 3];

const unreadable = async (out: string, cwd: string): Promise<readonly string[]> => {
  if (!existsSync(out)) return [];
  const runs = readdirSync(out, { withFileTypes: true }).filter((each) => each.isDirectory());
  const problems: string[] = [];
  for (const { name } of runs) {
    // A folder without its record is of a run that had not begun.
    if (!existsSync(join(out, name, 'run.json'))) continue;
    const { code, printed } = await startCommand(['report', join(out, name)], cwd).ended;
    if (!READABLE.includes(code ?? -1)) problems.push(`report ended with ${code}: ${printed}`);
    else if (/^\s+at .+:\d+:\d+/m.test(printed))
      problems.push(`report printed a stack: ${printed}`);
  }
  return problems;
};

/** Milliseconds from the conclusion of a run to the end of its process. */
const LAST_WORDS = 300;

/** Whether the run was over when it was struck: one that was faster than usual ends by itself, and rightly with 0. */
const wasConcludedBefore = (out: string, struckAt: number): boolean =>
  readdirSync(out, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .some(({ name }) => statSync(join(out, name, 'run.json')).mtimeMs < struckAt + LAST_WORDS);

/** Kills a command and says in words what is wrong with how it ended, what it left running, and what it left unreadable. */
export const tryKill = async (kill: Kill, ground: KillGround): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(ground.root, 'kill-'));
  const out = join(folder, 'out');
  const { child, ended } = startCommand(argumentsOf(kill.command, out, ground.replayed), folder);
  await Promise.race([sleep(kill.moment * ground.durations[kill.command]), ended]);
  const struckAt = Date.now();
  if (child.exitCode === null) strike(child, kill, out);
  const { code, printed } = await ended;
  const left = await untilGone(out);
  const problems = [
    ...(code === 0 && !wasConcludedBefore(out, struckAt) ? ['it ended with 0'] : []),
    ...left.map((line) => `it left a process: ${line}`),
    ...(/^\s+at .+:\d+:\d+/m.test(printed) ? ['it printed a stack trace'] : []),
    ...(await unreadable(out, folder)),
  ];
  rmSync(folder, { recursive: true, force: true });
  return problems.length > 0 ? [...problems, printed] : [];
};

/** How long the commands take, as a share of a gate; `measureDurations` finds it. */
const SHARES = { gate: 1, certify: 1.1, replay: 0.8, load: 2.8 } as const;

/** Milliseconds that a command takes where nobody kills it. Throws where it does not end with 0. */
const timed = async (
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

/** Makes the ground: a run to replay, and how long the commands take if a gate takes so long. */
export const layKillGround = async (root: string): Promise<KillGround> => {
  const first = join(root, 'first');
  const gate = await timed('gate', first, { root, replayed: '' });
  const name = readdirSync(first).find((each) => /-gate-/.test(each)) ?? '';
  const durations = Object.fromEntries(
    JUDGING.map((command) => [command, gate * SHARES[command]]),
  ) as KillGround['durations'];
  return { root, replayed: join(first, name), durations };
};

/** The same ground with each duration measured. */
export const measureDurations = async (ground: KillGround): Promise<KillGround> => {
  const durations = { ...ground.durations };
  for (const command of JUDGING)
    durations[command] = await timed(command, join(ground.root, command), ground);
  return { ...ground, durations };
};
