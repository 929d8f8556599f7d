import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableParallelism, cpus, networkInterfaces, totalmem } from 'node:os';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';

/** Counters of the whole machine at one moment; they only ever rise. Null: not reported by this platform. */
export interface MachineReading {
  /** CPU time of all processes in milliseconds. */
  readonly busy: number | null;
  /** CPU time in milliseconds of this process and each of its descendants, by process id. */
  readonly own: ReadonlyMap<number, number>;
  /** Milliseconds in which some task had to wait for a CPU. */
  readonly waited: number | null;
  /** Runnable tasks, without the one that reads this, and cores of the machine. */
  readonly ready: number | null;
  readonly cores: number | null;
}

/** Milliseconds of a tick: Linux reports CPU time in hundredths of a second (USER_HZ). */
export const TICK = 10;

/** Reads a file of the kernel; null if it does not exist. */
export const readKernelFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** A number at this index among the words of a text; null if there is none. */
export const numberAt = (text: string | null | undefined, index: number): number | null => {
  const value = Number(text?.trim().split(/\s+/)[index] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
};

/** CPU time of a process in milliseconds, without its children. */
export const cpuTimeOf = (pid: number): number | null => {
  // The name in parentheses may contain spaces.
  const rest = readKernelFile(`/proc/${pid}/stat`)?.split(') ').at(-1);
  const [user, system] = [numberAt(rest, 11), numberAt(rest, 12)];
  return user === null || system === null ? null : (user + system) * TICK;
};

const childrenOf = (pid: number): readonly number[] => {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).flatMap((task) =>
      (readKernelFile(`${tasks}/${task}/children`) ?? '').split(/\s+/).filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

/** This process and all its descendants. */
const familyOf = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

const NAMES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq'] as const;

/** Busy milliseconds in the first line of /proc/stat, without idle time and steal. */
const busyIn = (stat: string | null): number | null => {
  const [line] = stat?.split('\n') ?? [];
  const all = NAMES.map((name, index) =>
    /^idle$|^iowait$/.test(name) ? 0 : numberAt(line, index + 1),
  );
  return all.every((each) => each !== null)
    ? all.reduce((sum, each) => sum + each, 0) * TICK
    : null;
};

const numberIn = (text: string | null, pattern: RegExp): number | null => {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found);
};

/** Reads the counters; all null on platforms other than Linux. */
export const readMachine = (): MachineReading => {
  const stat = readKernelFile('/proc/stat');
  const ready = numberIn(stat, /^procs_running (\d+)$/m);
  const waited = numberIn(readKernelFile('/proc/pressure/cpu'), /^some .*total=(\d+)$/m);
  const cores = stat?.match(/^cpu\d+ /gm)?.length ?? null;
  const family = stat === null ? [] : familyOf(process.pid);
  return {
    busy: busyIn(stat),
    own: new Map(
      family.flatMap((pid) => {
        const cpu = cpuTimeOf(pid);
        return cpu === null ? [] : [[pid, cpu] as const];
      }),
    ),
    waited: waited === null ? null : waited / 1000,
    ready: ready === null ? null : Math.max(0, ready - 1),
    cores,
  };
};

/** Load of the machine between two readings. */
export interface MachineLoad {
  /** CPU of all processes except this one and its descendants, such as k6, as a share of all cores. */
  readonly others: number | null;
  /** Share of the time in which some task had to wait for a CPU (PSI). */
  readonly pressure: number | null;
  /** Runnable tasks per core. */
  readonly queue: number | null;
}

const ownBetween = (before: MachineReading, now: MachineReading): number =>
  [...now.own].reduce((sum, [pid, cpu]) => sum + Math.max(0, cpu - (before.own.get(pid) ?? 0)), 0);

/** Compares two readings with this interval in milliseconds. */
export const machineLoad = (
  before: MachineReading,
  now: MachineReading,
  span: number,
): MachineLoad => {
  const { cores } = now;
  const share = (ms: number): number => Math.min(1, Math.max(0, ms / span));
  const isKnown = before.busy !== null && now.busy !== null && cores !== null && now.own.size > 0;
  return {
    others: isKnown
      ? share(((now.busy ?? 0) - (before.busy ?? 0) - ownBetween(before, now)) / cores)
      : null,
    pressure:
      before.waited === null || now.waited === null ? null : share(now.waited - before.waited),
    queue: now.ready === null || cores === null ? null : now.ready / cores,
  };
};

/** Minimum duration in milliseconds of a useful reading: CPU is counted in hundredths of a second. */
const SHORT = 200;

/** Runs a task while the service rests, and measures the load of the machine meanwhile; null if it is not requested. */
export const withMachineLoad = async <Result>(
  work: () => Promise<Result>,
  isWanted: boolean,
): Promise<readonly [Result, MachineLoad | null]> => {
  if (!isWanted) return [await work(), null];
  const [before, begun] = [readMachine(), Date.now()];
  const result = await work();
  const left = SHORT - (Date.now() - begun);
  if (left > 0) await sleep(left);
  return [result, machineLoad(before, readMachine(), Date.now() - begun)];
};

/** Describes the machine that sends load, for people; without its hostname, which is a new one on every CI server. */
export const machineText = (): string => {
  const model = cpus()[0]?.model.trim() ?? '';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${process.platform} ${process.arch}, ${availableParallelism()} × ${model || 'CPU'}, ${memory} GB`;
};

/** Tests if a service runs on the machine that sends the load, at least for one of these lines; by its address. */
export const isOnThisMachine = (
  { base_url, gap_base_url }: Pick<ResolvedTarget, 'base_url' | 'gap_base_url'>,
  lines: readonly Line[],
): boolean => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const names = new Set(['localhost', ...own.map(({ address }) => address)]);
  return lines.some((line) => {
    const { hostname } = new URL(line === 'gap' ? gap_base_url : base_url);
    const name = hostname.replace(/^\[(.*)\]$/, '$1');
    return names.has(name) || /^127(\.\d+){3}$/.test(name) || name === '::1';
  });
};
