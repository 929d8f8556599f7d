import { performance } from 'node:perf_hooks';
import { runLimited } from '../../load/k6/run-limited.ts';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT } from '../../client/project.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { Served } from './served.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK = 0.01;
const PAGE = 4096;
/** Milliseconds between two looks. */
const EVERY = 50;
/** Every so many looks all processes of the machine are searched for new members: in every look that slows down what is measured. */
const SEARCH = 10;
/** The first so many looks all search: a program starts its others soon. */
const EARLY = 10;

/** What a process group has used. */
export interface Usage {
  /** Seconds. */
  readonly cpu: number;
  /** Bytes, resident, at the highest moment that was seen. */
  readonly memory: number;
}

/** Fields of /proc/PID/stat after the name, which may hold blanks. */
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
    // Its own time, and that of the children that it has waited for.
    cpu += stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK;
    memory += Number(stat[21]) * PAGE;
  }
  return { cpu, memory };
};

/** Watches a process group until it is asked; only on Linux, elsewhere all is 0. */
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

/** What a program took. */
export interface Taken extends Usage {
  /** Seconds by the clock. */
  readonly wall: number;
  /** What it ended with. */
  readonly code: number;
  /** Lines of its standard output. */
  readonly output: readonly string[];
}

/** A program with its arguments, killed after `seconds`. */
export interface Order {
  /** Left out: this Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly seconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What it may end with. Left out: 0. */
  readonly codes?: readonly number[];
}

/** Runs a program and measures it. Throws where it does not end as it may in its time, with what it said last. */
export const measuredProgram = async ({ codes = [0], ...order }: Order): Promise<Taken> => {
  const output: string[] = [];
  const said: string[] = [];
  let usage = (): Usage => ({ cpu: 0, memory: 0 });
  const start = performance.now();
  const end = await runLimited({
    program: process.execPath,
    ...order,
    onStart: (pid) => (usage = watchGroup(pid)),
    onOutput: (line) => output.push(line),
    onError: (line) => said.push(line),
  }).finally(() => usage());
  const wall = (performance.now() - start) / 1000;
  const what = [order.program ?? [], ...order.args.slice(0, 3)].flat().join(' ');
  if (end.overdue) throw new Error(`${what} was to end within ${order.seconds} s, and did not`);
  const { code } = end;
  if (code === null || !codes.includes(code))
    throw new Error(
      `${what} was to end with ${codes.join(' or ')}, and ended with ${end.code ?? end.signal}:\n${[...output, ...said].slice(-5).join('\n')}`,
    );
  return { wall, code, ...usage(), output };
};

/** Seconds that one run may take. */
const LONGEST = 1200;

/** What a judging run took, and the recording that it left. */
export interface JudgedRun extends Taken {
  readonly exchanges: string;
  readonly requests: number;
}

/** Lines of a recording: one an exchange. */
const linesOf = async (file: string): Promise<number> => {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (line !== '') count += 1;
  return count;
};

/**
 * Judges a service by a command of Assay, such as `gate --runs 1`, in a process of its own. Throws where it ends with another
 * exit code than may be.
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
