import type { CellVerdict } from '../oracles/finding.ts';
import { notJudged, notJudgedLine } from '../oracles/not-judged.ts';
import { observedExcess } from '../oracles/observed-cells.ts';
import { factsOf } from './recorded-exchanges.ts';
import type { RunRecord } from './run-record.ts';

/** Sentences on what a run did not judge: what the target rules out, and lines that show less than the reference service. */
export const unjudgedLines = (
  record: Pick<RunRecord, 'target' | 'selection'>,
  verdicts: readonly CellVerdict[],
): readonly string[] => {
  const facts = factsOf(record);
  const { requirements, operations } = record.selection;
  const ruledOut = notJudgedLine(notJudged(verdicts, facts));
  return [
    ...(ruledOut === undefined ? [] : [ruledOut]),
    ...((requirements ?? operations) ? [] : observedExcess(verdicts, facts)),
  ];
};
