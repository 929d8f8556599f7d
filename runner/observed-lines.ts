import { openPointsIn } from '../oracles/open-points.ts';
import { concludeObservations, type ObservedCounts } from '../reports/observations-document.ts';
import { coveredContexts, type CoveredPairs } from '../store/context-coverage.ts';
import { counted } from '../spec/message-text.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { shownPath } from '../client/paths.ts';
import type { Outcome } from '../store/outcome.ts';

const UNKNOWN_ROBUSTNESS = 'the handling of odd requests is unknown';

/** Result of the malformed requests: only answers can show that nothing was wrong. */
const robustnessOf = ({ odd, unanswered, serverErrors, internals }: ObservedCounts): string => {
  if (odd === 0) return `no odd request could be sent: ${UNKNOWN_ROBUSTNESS}`;
  const sent = counted(odd, 'odd request');
  if (unanswered === odd) return `${sent}, none of them answered: ${UNKNOWN_ROBUSTNESS}`;
  const troubles = [
    ...(serverErrors > 0 ? [counted(serverErrors, 'server error')] : []),
    ...(internals > 0
      ? [`${counted(internals, 'answer discloses', 'answers disclose')} internals`]
      : []),
  ];
  return [
    sent,
    ...(unanswered > 0 ? [`${unanswered} of them not answered`] : []),
    troubles.length === 0 ? 'no server error, no internals disclosed' : troubles.join(', '),
  ].join(', ');
};

const combinationsText = ({ drawn, possible }: CoveredPairs): string =>
  possible === 0 ? '' : `, and ${drawn} of ${possible} with two circumstances`;

/** Coverage of the contexts in which a run made its probes; none without a record of them. */
const contextLines = (folder: RunFolder): readonly string[] => {
  const covered = coveredContexts(folder);
  if (!covered || covered.possible === 0) return [];
  return [
    `contexts: ${covered.drawn} of ${covered.possible} pairs of requirement kind and circumstance tested${combinationsText(covered.combinations)}; assay history coverage lists the others`,
  ];
};

/** Writes the observations that a run did not judge; returns the console lines about them, if any. */
export const observedLines = (
  folder: RunFolder,
  { exchanges, passedOver, record }: Pick<Outcome, 'exchanges' | 'passedOver' | 'record'>,
): readonly string[] => {
  const looked = exchanges.filter(({ n }) => !passedOver.has(n));
  const observations = concludeObservations(folder, openPointsIn(looked), record);
  if (!observations) return contextLines(folder);
  const where = shownPath(folder.openPoints.markdown);
  return [
    `open points: ${observations.counts.decided} decided, see ${where}`,
    `robustness: ${robustnessOf(observations.counts)}`,
    ...contextLines(folder),
  ];
};
