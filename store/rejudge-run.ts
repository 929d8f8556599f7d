import type { EvidenceRecord, Recording, CellVerdict, Finding } from '../oracles/finding.ts';
import { findingsIn, isVerbatim, passFilter } from '../oracles/evidence/evidence-records.ts';
import { type Cell, cellId } from '../oracles/ledger.ts';
import { readExchanges, factsOf } from './recorded-exchanges.ts';
import type { RunFolder } from './run-folder.ts';
import type { RunRecord } from './run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import { messageOf } from '../client/usage-error.ts';
import { unexplainedOf, verdictsOf } from './outcome.ts';
import { readCompleteJsonLines } from './json-lines.ts';

/** A cell whose verdict differs from the recorded one. */
export interface ChangedVerdict {
  readonly before: CellVerdict;
  readonly after: CellVerdict;
}

/** Result of judging a recording again. */
export interface RejudgedRun {
  readonly verdicts: readonly CellVerdict[];
  readonly changed: readonly ChangedVerdict[];
  /**
   * Cells with the same verdict in other words: secrets are redacted before the words are built during a run, but not
   * afterwards.
   */
  readonly reworded: number;
  /** Evidence lines that were judged, and those that hold a verdict instead of its input. */
  readonly judged: number;
  readonly taken: number;
}

/** A recording of exchanges that evidence names by their numbers. Throws for a number that the folder lacks. */
export const recordingOf = (
  folder: RunFolder,
  record: RunRecord,
  exchanges: readonly Exchange[],
): Recording => {
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  return {
    facts: factsOf(record),
    exchange: (n) => {
      const found = byNumber.get(n);
      if (found) return found;
      throw new Error(`${folder.exchanges} does not contain exchange ${n}`);
    },
  };
};

const findingsOf = (
  { evidence }: RunFolder,
  records: readonly EvidenceRecord[],
  recording: Recording,
): { readonly findings: readonly Finding[]; readonly judged: number; readonly taken: number } => {
  const findings = records.flatMap((each, at) => {
    try {
      return findingsIn(each, recording);
    } catch (error) {
      throw new Error(`${evidence}, line ${at + 1} cannot be judged again: ${messageOf(error)}`, {
        cause: error,
      });
    }
  });
  const taken = records.filter(isVerbatim).length;
  return { findings, judged: records.length - taken, taken };
};

/** Recorded verdicts of the run, by cell. Throws if they do not match its ledger. */
const recordedVerdicts = (
  folder: RunFolder,
  record: RunRecord,
  cells: readonly Cell[],
): ReadonlyMap<string, CellVerdict> => {
  const recorded = readCompleteJsonLines<CellVerdict>(folder.verdicts, record);
  const counts = [cells.length, recorded.length, record.totals.cells];
  if (new Set(counts).size > 1)
    throw new Error(
      `${folder.path} was changed: ${counts[0]} cells in ledger.jsonl, ${counts[1]} in verdicts.jsonl, ${counts[2]} in run.json`,
    );
  return new Map(recorded.map((each) => [each.cell, each]));
};

/** A verdict without its texts, which may have secrets redacted in other places, and which an older version may word otherwise. */
const decides = ({
  wanted: _wanted,
  got: _got,
  context: _context,
  ...verdict
}: CellVerdict): string => JSON.stringify(verdict);

/**
 * Judges the recording of a run again, without its target, and compares the verdicts with the recorded ones. Throws if a file
 * is missing, or was changed so that it cannot be judged.
 */
export const rejudgeRun = (folder: RunFolder, record: RunRecord): RejudgedRun => {
  const cells = readCompleteJsonLines<Cell>(folder.ledger, record);
  const recorded = recordedVerdicts(folder, record, cells);
  const exchanges = readCompleteJsonLines(folder.exchanges, record, readExchanges);
  const evidence = readCompleteJsonLines<EvidenceRecord>(folder.evidence, record);
  const recording = recordingOf(folder, record, exchanges);
  const { findings, judged, taken } = findingsOf(folder, evidence, recording);
  const isCell = new Set(cells.map(({ id }) => id));
  const isKept = passFilter();
  const kept = findings.filter(
    (each) => isCell.has(cellId(each.requirement, each.operation)) && isKept(each),
  );
  const unexplained = unexplainedOf(record, record, cells, exchanges, evidence, kept);
  const verdicts = verdictsOf(record, cells, [...kept, ...unexplained]);
  const pairs = verdicts.map((after): ChangedVerdict => {
    const before = recorded.get(after.cell);
    if (before) return { before, after };
    throw new Error(`${folder.verdicts} does not contain the verdict of ${after.cell}`);
  });
  const changed = pairs.filter(({ before, after }) => decides(before) !== decides(after));
  const other = pairs.filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
  return { verdicts, changed, reworded: other.length - changed.length, judged, taken };
};
