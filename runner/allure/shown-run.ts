import type { Finding } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { readExchanges } from '../../store/recorded-exchanges.ts';
import { type RunFolder, runFolderAt } from '../../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../../store/run-record.ts';
import type { PageOutcome } from '../conformance-page-file.ts';
import { readVerdicts } from '../../store/read-verdicts.ts';

/** Reads what a finished run left in its folder. Throws if a file is damaged or was changed. */
export const outcomeIn = (folder: RunFolder, record: RunRecord): PageOutcome => ({
  record,
  verdicts: readVerdicts(folder, record),
  findings: readJsonLines<Finding>(folder.findings).items,
  exchanges: readExchanges(folder.exchanges).items,
});

/** A finished run, ready to be looked up by cell and by number of an exchange. */
export interface ShownRun extends PageOutcome {
  readonly folder: RunFolder;
  readonly findingsOf: (cell: string) => readonly Finding[];
  readonly byNumber: ReadonlyMap<number, PageOutcome['exchanges'][number]>;
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
  };
};
