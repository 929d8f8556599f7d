import { readdirSync, readFileSync } from 'node:fs';

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
export const watchGroup = (group: number): (() => Usage) => {
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
