import { run } from './run.ts';

/** Whether a probe showed, perhaps by the way, what is replayed; `name` is that of all its draws, such as `races/car`. */
export const isReplayed = (name: string): boolean =>
  run.plan.probes.some((probe) => probe.startsWith(`${name}/`));
