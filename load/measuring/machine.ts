import { availableParallelism, cpus, networkInterfaces, totalmem } from 'node:os';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';

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
