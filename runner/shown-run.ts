import type { Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { objectHistories } from '../reports/story/object-history.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { readVerdicts } from '../store/read-verdicts.ts';
import { readExchanges } from '../store/recorded-exchanges.ts';
import { type RunFolder, runFolderAt } from '../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../store/run-record.ts';
import type { PageOutcome } from './report-files.ts';

/** Reads the outcome of a finished run from its folder. Throws if a file is damaged or was changed. */
export const outcomeIn = (folder: RunFolder, record: RunRecord): PageOutcome => ({
  record,
  verdicts: readVerdicts(folder, record),
  findings: readJsonLines<Finding>(folder.findings).items,
  exchanges: readExchanges(folder.exchanges).items,
});

/** A finished run, indexed by cell and by exchange number. */
export interface ShownRun extends PageOutcome {
  readonly folder: RunFolder;
  readonly findingsOf: (cell: string) => readonly Finding[];
  readonly byNumber: ReadonlyMap<number, PageOutcome['exchanges'][number]>;
  readonly historiesOf: ReturnType<typeof objectHistories>;
}

/** Reads the finished run at this path. Throws if it is not finished, or damaged. */
export const readShownRun = (path: string): ShownRun => {
  const folder = runFolderAt(path);
  const outcome = outcomeIn(folder, readRunRecord(folder.run));
  const byCell = Map.groupBy(outcome.findings, (each) => cellId(each.requirement, each.operation));
  return {
    ...outcome,
    folder,
    findingsOf: (cell) => byCell.get(cell) ?? [],
    byNumber: new Map(outcome.exchanges.map((each) => [each.n, each])),
    historiesOf: objectHistories(outcome.exchanges),
  };
};
