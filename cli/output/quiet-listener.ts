import { notJudged, notJudgedLine } from '../../oracles/not-judged.ts';
import { MARKS } from '../../reports/console/paint.ts';
import { printable } from '../../store/printable.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { factsOf } from '../../store/recorded-exchanges.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { RunListener } from '../../runner/run-listener.ts';
import { waiverLines } from './waiver-lines.ts';

/** Prints the last line of a run, and before it a line per fail or trouble. */
export const quietListener = (print: (line: string) => void, colour: boolean): RunListener => ({
  begun: () => undefined,
  line: () => undefined,
  progress: {
    update: () => undefined,
    pulse: () => undefined,
    note: () => undefined,
    stop: () => undefined,
  },
  ended: (outcome, { harness }) => {
    const { record, verdicts } = outcome;
    for (const { verdict, cell, requirement } of verdicts) {
      if (verdict !== 'fail' && verdict !== 'error') continue;
      print(printable(`${MARKS[verdict].sign} ${cell}  ${requirementOf(requirement).statement}`));
    }
    for (const line of waiverLines({ ...outcome, today: record.today }, colour)) print(line);
    const unjudged = notJudgedLine(notJudged(verdicts, factsOf(record)));
    if (unjudged !== undefined) print(printable(unjudged));
    for (const line of harness) print(printable(line));
    print(renderSummary(record, { colour }));
  },
  trouble: (sentence) => {
    process.stderr.write(`assay: ${printable(sentence)}\n`);
  },
});
