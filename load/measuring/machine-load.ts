import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableParallelism, cpus, networkInterfaces, totalmem } from 'node:os';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';

/** What the whole machine did up to one moment; counters only ever rise. Null: this platform does not tell. */
export interface MachineReading {
  /** Milliseconds of CPU that all processes had. */
  readonly busy: number | null;
  /** Milliseconds of CPU of this process and of each that comes from it, by its id. */
  readonly own: ReadonlyMap<number, number>;
  /** Milliseconds in which some task had to wait for a CPU. */
  readonly waited: number | null;
  /** Tasks that run or could, without the one that asks, and cores of the machine. */
  readonly ready: number | null;
  readonly cores: number | null;
}

/** Linux counts CPU time in hundredths of a second for every process to see (USER_HZ). */
export const TICK = 10;

/** The text of a file of the kernel; null where it is not there. */
export const fileOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** A number among the words of a text; null where there is none. */
export const field = (text: string | null | undefined, index: number): number | null => {
  const value = Number(text?.trim().split(/\s+/)[index] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
};

/** Milliseconds of CPU that a process has had, without its children. */
export const cpuOf = (pid: number): number | null => {
  // The name in parentheses may hold spaces.
  const rest = fileOf(`/proc/${pid}/stat`)?.split(') ').at(-1);
  const [user, system] = [field(rest, 11), field(rest, 12)];
  return user === null || system === null ? null : (user + system) * TICK;
};

const childrenOf = (pid: number): readonly number[] => {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).flatMap((task) =>
      (fileOf(`${tasks}/${task}/children`) ?? '').split(/\s+/).filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

/** This process and all that come from it. */
const familyOf = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

const NAMES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq'] as const;

/** Milliseconds of the first line of /proc/stat, without idling, and without what the hypervisor gave to others. */
const busyIn = (stat: string | null): number | null => {
  const [line] = stat?.split('\n') ?? [];
  const all = NAMES.map((name, index) =>
    /^idle$|^iowait$/.test(name) ? 0 : field(line, index + 1),
  );
  return all.every((each) => each !== null)
    ? all.reduce((sum, each) => sum + each, 0) * TICK
    : null;
};

const numberIn = (text: string | null, pattern: RegExp): number | null => {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found);
};

/** Reads it now; on Linux, and elsewhere nothing but nulls. */
export const readMachine = (): MachineReading => {
  const stat = fileOf('/proc/stat');
  const ready = numberIn(stat, /^procs_running (\d+)$/m);
  const waited = numberIn(fileOf('/proc/pressure/cpu'), /^some .*total=(\d+)$/m);
  const cores = stat?.match(/^cpu\d+ /gm)?.length ?? null;
  const family = stat === null ? [] : familyOf(process.pid);
  return {
    busy: busyIn(stat),
    own: new Map(
      family.flatMap((pid) => {
        const cpu = cpuOf(pid);
        return cpu === null ? [] : [[pid, cpu] as const];
      }),
    ),
    waited: waited === null ? null : waited / 1000,
    ready: ready === null ? null : Math.max(0, ready - 1),
    cores,
  };
};

/** How busy the machine was between two readings. */
export interface MachineLoad {
  /** CPU of all processes but this one and those that come from it, such as k6, as a share of all cores. */
  readonly others: number | null;
  /** Share of the time in which some task had to wait for a CPU (PSI). */
  readonly pressure: number | null;
  /** Tasks that run or could, for each core. */
  readonly queue: number | null;
}

const ownBetween = (before: MachineReading, now: MachineReading): number =>
  [...now.own].reduce((sum, [pid, cpu]) => sum + Math.max(0, cpu - (before.own.get(pid) ?? 0)), 0);

/** Compares two readings that are so many milliseconds apart. */
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

/** Milliseconds that tell enough of a machine: CPU is counted in hundredths of a second. */
const SHORT = 200;

/** Does some work while the service rests, and tells how busy the machine was meanwhile; null where nobody wants to know. */
export const atRest = async <Result>(
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

/** What the machine that sends load is like, for people; without its name, which is a new one on every CI server. */
export const machineText = (): string => {
  const model = cpus()[0]?.model.trim() ?? '';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${process.platform} ${process.arch}, ${availableParallelism()} × ${model || 'CPU'}, ${memory} GB`;
};

/** Whether a service answers on the machine that sends the load, at least for one of these lines; by its address. */
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
