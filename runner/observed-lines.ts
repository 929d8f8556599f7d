import { openPointsIn } from '../oracles/open-points.ts';
import { concludeObservations, type ObservedCounts } from '../reports/observations-document.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { relativePath } from './replay/replay-line.ts';
import type { Outcome } from '../store/outcome.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const UNSEEN = 'how the service handles odd requests is unknown';

/** Result of the malformed requests: only answers can show that nothing was wrong. */
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

/** Writes the observations that a run did not judge; returns the console lines about them, if any. */
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
