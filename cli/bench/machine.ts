import { availableParallelism, cpus, totalmem } from 'node:os';

/** Where, with what and when a bench was made. */
export type Machine = Readonly<Record<string, string>>;

/** The machine and versions of this run; `rounds` as said on the page. */
export const thisMachine = (now: Date, rounds: string): Machine => ({
  date: now.toISOString().slice(0, 10),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: `${availableParallelism()}, which others may share`,
  memory: `${(totalmem() / 2 ** 30).toFixed(1)} GB`,
  system: `${process.platform} ${process.arch}`,
  Node: process.version,
  rounds,
});
