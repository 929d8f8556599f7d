import { availableParallelism, cpus, totalmem } from 'node:os';

/** What the machine that sends load is like, for people; without its name, which is a new one on every CI server. */
export const machineText = (): string => {
  const model = cpus()[0]?.model.trim() ?? '';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${process.platform} ${process.arch}, ${availableParallelism()} × ${model || 'CPU'}, ${memory} GB`;
};
