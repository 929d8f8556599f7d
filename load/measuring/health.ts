import { availableParallelism, totalmem } from 'node:os';
import {
  cpuTimeOf,
  numberAt,
  readKernelFile,
  machineLoad,
  type MachineLoad,
  type MachineReading,
  readMachine,
  TICK,
} from './machine-load.ts';

/** Health of the generator during one second. Null if this platform does not report it. */
export interface HealthSample extends MachineLoad {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** CPU of k6 as a share of all cores. */
  readonly cpu: number | null;
  /** CPU that the hypervisor gave to other machines, as a share of all cores. */
  readonly steal: number | null;
  /** Memory of k6 in bytes. */
  readonly memory: number | null;
  /** Number of times that the CPU was throttled in this second. */
  readonly throttled: number | null;
  /** TCP segments sent and retransmitted by this machine, in this second. */
  readonly segments: number | null;
  readonly retransmits: number | null;
}

/** Counters at one moment; they only ever rise. */
interface Reading extends Omit<HealthSample, keyof MachineLoad> {
  readonly machine: MachineReading;
}

const tcp = (): readonly [number | null, number | null] => {
  const lines = readKernelFile('/proc/net/snmp')
    ?.split('\n')
    .filter((line) => line.startsWith('Tcp:'));
  const names = lines?.[0]?.split(' ') ?? [];
  const at = (name: string): number | null => numberAt(lines?.[1], names.indexOf(name));
  return names.length === 0 ? [null, null] : [at('OutSegs'), at('RetransSegs')];
};

const throttling = (): number | null => {
  const text =
    readKernelFile('/sys/fs/cgroup/cpu.stat') ?? readKernelFile('/sys/fs/cgroup/cpu/cpu.stat');
  const count = /^nr_throttled (\d+)$/m.exec(text ?? '')?.[1];
  return count === undefined ? null : Number(count);
};

const read = (pid: number): Reading => {
  const [segments, retransmits] = tcp();
  const pages = numberAt(readKernelFile(`/proc/${pid}/statm`), 1);
  const steal = numberAt(readKernelFile('/proc/stat')?.split('\n')[0], 8);
  return {
    at: Date.now(),
    machine: readMachine(),
    cpu: cpuTimeOf(pid),
    steal: steal === null ? null : steal * TICK,
    memory: pages === null ? null : pages * 4096,
    throttled: throttling(),
    segments,
    retransmits,
  };
};

const risen = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : Math.max(0, now - before);

const between = (before: Reading, now: Reading, cores: number): HealthSample => {
  const span = Math.max(1, now.at - before.at) * cores;
  const share = (used: number | null): number | null => (used === null ? null : used / span);
  return {
    at: now.at,
    ...machineLoad(before.machine, now.machine, Math.max(1, now.at - before.at)),
    cpu: share(risen(now.cpu, before.cpu)),
    steal: share(risen(now.steal, before.steal)),
    memory: now.memory,
    throttled: risen(now.throttled, before.throttled),
    segments: risen(now.segments, before.segments),
    retransmits: risen(now.retransmits, before.retransmits),
  };
};

/** Watches the process with this id, and its machine, once a second; returns a function that ends it and returns the samples. */
export const watchHealth = (pid: number): (() => readonly HealthSample[]) => {
  const cores = availableParallelism();
  const samples: HealthSample[] = [];
  let before = read(pid);
  const timer = setInterval(() => {
    const now = read(pid);
    // A process that has just ended has no counters any more.
    if (now.cpu === null && before.cpu !== null) return;
    samples.push(between(before, now, cores));
    before = now;
  }, 1000);
  return () => {
    clearInterval(timer);
    return samples;
  };
};

/**
 * Summary of a run's samples, null if nothing was reported: means and counts, the largest share of the machine's
 * memory, and the share of retransmitted TCP segments.
 */
export interface Health extends Omit<HealthSample, 'at'> {
  readonly cores: number | null;
}

/** Sum of the reported values; null if there are none. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/** Sums up the samples of a run. */
export const healthOf = (samples: readonly HealthSample[]): Health => {
  const reported = (key: keyof HealthSample): readonly number[] =>
    samples.flatMap((sample) => sample[key] ?? []);
  const total = (key: keyof HealthSample): number | null => sumOf(reported(key));
  const mean = (key: keyof HealthSample): number | null => {
    const sum = total(key);
    return sum === null ? null : sum / reported(key).length;
  };
  const memory = reported('memory');
  const segments = total('segments');
  const retransmits = total('retransmits');
  return {
    cores: samples.length === 0 ? null : availableParallelism(),
    cpu: mean('cpu'),
    steal: mean('steal'),
    others: mean('others'),
    pressure: mean('pressure'),
    queue: mean('queue'),
    memory: memory.length === 0 ? null : Math.max(...memory) / totalmem(),
    throttled: total('throttled'),
    segments,
    retransmits: segments && retransmits !== null ? retransmits / segments : null,
  };
};

/** The samples of several processes on one machine: CPU and memory are added up, the other values are the same for each. */
export const mergeHealth = (
  watched: readonly (readonly HealthSample[])[],
): readonly HealthSample[] => {
  const [first = [], ...others] = watched;
  if (others.length === 0) return first;
  return first.map((sample, index) => {
    const all = watched.flatMap((samples) => samples[index] ?? []);
    return {
      ...sample,
      cpu: sumOf(all.map(({ cpu }) => cpu)),
      memory: sumOf(all.map(({ memory }) => memory)),
    };
  });
};
