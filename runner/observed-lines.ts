import { openPointsIn } from '../oracles/open-points.ts';
import { concludeObservations, type ObservedCounts } from '../reports/observations-document.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { relativePath } from './replay/replay-line.ts';
import type { Outcome } from '../store/outcome.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const UNSEEN = 'how the service handles odd requests is unknown';

/** What became of the odd requests: that nothing was wrong can be said of answers alone. */
const robustnessOf = ({ odd, unanswered, serverErrors, internals }: ObservedCounts): string => {
  if (odd === 0) return `Assay could send no odd request: ${UNSEEN}`;
  const sent = counted(odd, 'odd request', 'odd requests');
  if (unanswered === odd) return `${sent}, none of them answered: ${UNSEEN}`;
  const troubles = [
    ...(serverErrors > 0 ? [counted(serverErrors, 'server error', 'server errors')] : []),
    ...(internals > 0 ? [`${counted(internals, 'answer shows', 'answers show')} internals`] : []),
  ];
  return [
    sent,
    ...(unanswered > 0 ? [`${unanswered} of them not answered`] : []),
    troubles.length === 0 ? 'no server error, no internals shown' : troubles.join(', '),
  ].join(', ');
};

/** Writes down what a run observed without judging it; the lines that say so on the console, none where nothing was. */
export const observedLines = (
  folder: RunFolder,
  { exchanges, passedOver, record }: Pick<Outcome, 'exchanges' | 'passedOver' | 'record'>,
): readonly string[] => {
  const looked = exchanges.filter(({ n }) => !passedOver.has(n));
  const observations = concludeObservations(folder, openPointsIn(looked), record);
  if (!observations) return [];
  const where = relativePath(folder.openPoints.markdown);
  return [
    `open points: ${observations.counts.decided} decided, see ${where}`,
    `robustness: ${robustnessOf(observations.counts)}`,
  ];
};
