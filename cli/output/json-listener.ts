import { countVerdicts } from '../../store/run-record.ts';
import { printableJson } from '../../store/printable.ts';
import { renderSummary } from '../../reports/console/table.ts';
import type { RunEvent } from '../../store/run-events.ts';
import { operation } from '../../spec/operations.ts';
import type { RunListener } from '../../runner/run-listener.ts';

/** Tells of a run in JSON Lines, one event each (`store/run-events.schema.json`). */
export const jsonListener = (print: (line: string) => void): RunListener => {
  const tell = (event: RunEvent): void => print(printableJson(event));
  let folder = '';
  return {
    begun: ({ path }, cells) => {
      folder = path;
      const lines = [...new Set(cells.map((cell) => operation(cell.operation).line))];
      tell({ event: 'begun', folder, cells: cells.length, lines });
    },
    line: () => undefined,
    progress: {
      update: (done, total, label) => tell({ event: 'progress', done, total, label }),
      pulse: (pulse) => tell({ event: 'pulse', ...pulse }),
      note: (sentence) => tell({ event: 'note', sentence }),
      stop: () => undefined,
    },
    ended: ({ record, verdicts, exitCode }, { harness }) => {
      for (const sentence of harness) tell({ event: 'trouble', sentence });
      for (const { cell, requirement, operation: on, verdict, reason, wanted, got } of verdicts) {
        const why = reason === undefined ? {} : { reason };
        tell({ event: 'verdict', cell, requirement, operation: on, verdict, ...why, wanted, got });
      }
      const { stopped } = record;
      const [counts, summary] = [countVerdicts(verdicts), renderSummary(record)];
      tell({ event: 'ended', folder, exitCode, counts, stopped, summary });
    },
    trouble: (sentence) => tell({ event: 'trouble', sentence }),
  };
};
