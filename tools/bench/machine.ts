import { availableParallelism, cpus, totalmem } from 'node:os';

/** Where, with what and when a part was measured. */
export interface Machine {
  /** Such as 2026-11-23. */
  readonly date: string;
  readonly processor: string;
  readonly system: string;
  readonly node: string;
}

/** The machine of this run. */
export const thisMachine = (now: Date): Machine => ({
  date: now.toISOString().slice(0, 10),
  processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`,
  system: `${(totalmem() / 2 ** 30).toFixed(1)} GB, ${process.platform} ${process.arch}`,
  node: process.version,
});
