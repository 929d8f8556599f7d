import { relative } from 'node:path';
import { openPointsIn } from '../oracles/open-points.ts';
import { concludeObservations } from '../reports/observations.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import type { Outcome } from './outcome.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** From the caller's folder where the file lies below it. */
const shortest = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
};

/** Writes down what a run observed without judging it; the lines that say so on the console, none where nothing was. */
export const observedLines = (
  folder: RunFolder,
  { exchanges, record }: Pick<Outcome, 'exchanges' | 'record'>,
): readonly string[] => {
  const observations = concludeObservations(folder, openPointsIn(exchanges), record);
  if (!observations) return [];
  const { decided, odd, serverErrors, internals } = observations.counts;
  const where = shortest(folder.openPoints.markdown);
  const troubles = [
    ...(serverErrors > 0 ? [counted(serverErrors, 'server error', 'server errors')] : []),
    ...(internals > 0 ? [`${counted(internals, 'answer shows', 'answers show')} internals`] : []),
  ];
  const survived =
    troubles.length === 0 ? 'no server error, no internals shown' : troubles.join(', ');
  return [
    `open points: ${decided} decided, see ${where}`,
    `robustness: ${counted(odd, 'odd request', 'odd requests')}, ${survived}`,
  ];
};
