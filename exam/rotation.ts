import { spawnSync } from 'node:child_process';
import { PROJECT } from '../client/project.ts';

/** A number that changes with every commit, so that bounded exams one after the other see everything. */
export const rotationOfCommit = (): number => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD'], { cwd: PROJECT });
  return Number.parseInt(stdout?.toString() ?? '', 16) || 1;
};

/** So many of the items at most, spread over all of them; every rotation has others, and all together have all. */
export const sampleOf = <Item>(
  items: readonly Item[],
  size: number,
  rotation: number,
): readonly Item[] => {
  if (size >= items.length) return items;
  const step = Math.ceil(items.length / size);
  return items.filter((_, at) => at % step === rotation % step);
};
