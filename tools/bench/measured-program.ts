import { performance } from 'node:perf_hooks';
import { runLimited } from '../../load/k6/run-limited.ts';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT } from '../../client/project.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { Served } from './served.ts';

/** Linux counts CPU time in hundredths of a second. */
const TICK = 0.01;
const PAGE = 4096;
/** Polling interval in milliseconds. */
const EVERY = 50;
/**
 * Polls between two searches of all processes for new members: searching on every poll would slow down the measured
 * program.
 */
const SEARCH = 10;
/** First polls, all of which search: a program starts its children early. */
const EARLY = 10;

/** Resource usage of a process group. */
export interface Usage {
  /** CPU seconds. */
  readonly cpu: number;
  /** Peak resident memory in bytes, as sampled. */
  readonly memory: number;
}

/** Fields of /proc/PID/stat after the name, which may contain blanks. */
const statOf = (pid: string): readonly string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

const pidsOf = (group: number): readonly string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statOf(name)[2]) === group);

const usageOf = (group: number, pids: readonly string[]): Usage => {
  let cpu = 0;
  let memory = 0;
  for (const pid of pids) {
    const stat = statOf(pid);
    if (Number(stat[2]) !== group) continue;
    // Own CPU time and that of reaped children.
    cpu += stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK;
    memory += Number(stat[21]) * PAGE;
  }
  return { cpu, memory };
};

/** Samples a process group until the returned function is called. On other systems than Linux all values are 0. */
const watchGroup = (group: number): (() => Usage) => {
  let seen: Usage = { cpu: 0, memory: 0 };
  if (process.platform !== 'linux') return () => seen;
  let looks = 0;
  let pids: readonly string[] = [];
  const look = (): void => {
    if (looks < EARLY || looks % SEARCH === 0) pids = pidsOf(group);
    looks += 1;
    const now = usageOf(group, pids);
    seen = { cpu: Math.max(seen.cpu, now.cpu), memory: Math.max(seen.memory, now.memory) };
  };
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    return seen;
  };
};

/** Usage, exit code and output of a program. */
export interface ProgramResult extends Usage {
  /** Wall time in seconds. */
  readonly wall: number;
  /** Exit code. */
  readonly code: number;
  /** Lines of standard output. */
  readonly output: readonly string[];
}

/** Program with arguments and a timeout in `seconds`. */
export interface Order {
  /** Default: this Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly seconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Accepted exit codes. Default: 0. */
  readonly codes?: readonly number[];
}

/** Runs a program and measures it. Throws its last output on timeout or an unexpected exit code. */
export const measuredProgram = async ({ codes = [0], ...order }: Order): Promise<ProgramResult> => {
  const output: string[] = [];
  const errors: string[] = [];
  let usage = (): Usage => ({ cpu: 0, memory: 0 });
  const start = performance.now();
  const end = await runLimited({
    program: process.execPath,
    ...order,
    onStart: (pid) => (usage = watchGroup(pid)),
    onOutput: (line) => output.push(line),
    onError: (line) => errors.push(line),
  }).finally(() => usage());
  const wall = (performance.now() - start) / 1000;
  const what = [order.program ?? [], ...order.args.slice(0, 3)].flat().join(' ');
  if (end.overdue) throw new Error(`${what} did not end within ${order.seconds} s`);
  const { code } = end;
  if (code === null || !codes.includes(code))
    throw new Error(
      `${what}: expected exit code ${codes.join(' or ')}, got ${end.code ?? end.signal}:\n${[...output, ...errors].slice(-5).join('\n')}`,
    );
  return { wall, code, ...usage(), output };
};

/** Timeout of one run in seconds. */
const LONGEST = 1200;

/** Usage of a judging run, and the path of its recording. */
export interface JudgedRun extends ProgramResult {
  readonly exchanges: string;
  readonly requests: number;
}

/** Number of lines of a recording, one per exchange. */
const linesOf = async (file: string): Promise<number> => {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (line !== '') count += 1;
  return count;
};

/**
 * Judges a service with a command of Assay, such as `gate --runs 1`, in its own process. Throws on an unexpected exit
 * code.
 */
export const judgedRun = async (
  { target, environment }: Pick<Served, 'target' | 'environment'>,
  folder: string,
  command: readonly string[],
  codes: readonly number[] = [EXIT.conformant],
): Promise<JudgedRun> => {
  const flags = ['--target', target, '--seed', '1', '--quiet', '--out', folder];
  const taken = await measuredProgram({
    args: [join(PROJECT, 'bin', 'assay.mjs'), ...command, ...flags],
    seconds: LONGEST,
    codes,
    environment: { PATH: '/usr/bin:/bin', HOME: folder, ...environment },
  });
  const exchanges = join(folder, 'latest', 'exchanges.jsonl');
  return { ...taken, exchanges, requests: await linesOf(exchanges) };
};
