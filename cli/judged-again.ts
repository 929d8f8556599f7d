import { existsSync } from 'node:fs';
import type { EvidenceRecord, Recording } from '../oracles/evidence/evidence.ts';
import { findingsIn, isTaken } from '../oracles/evidence/evidence-records.ts';
import type { Facts } from '../oracles/facts.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { keptPasses } from '../oracles/evidence/kept-passes.ts';
import { type Cell, cellId } from '../oracles/ledger.ts';
import { type JsonLines, readJsonLines } from '../reports/json-lines.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import type { RunRecord } from '../reports/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import { verdictsOf } from './outcome.ts';

/** A cell that is judged otherwise now. */
export interface ChangedVerdict {
  readonly before: CellVerdict;
  readonly after: CellVerdict;
}

/** What came of judging a recording again. */
export interface JudgedAgain {
  readonly verdicts: readonly CellVerdict[];
  readonly changed: readonly ChangedVerdict[];
  /** Lines of evidence that were judged, and lines that hold a verdict instead of what it was made from. */
  readonly judged: number;
  readonly taken: number;
}

const linesOf = <Item>(path: string): JsonLines<Item>['items'] => {
  if (!existsSync(path))
    throw new Error(
      `${path} is missing, without which nothing can be judged again; copy the whole folder of the run, or make it again`,
    );
  const { items, torn } = readJsonLines<Item>(path);
  if (torn) throw new Error(`${path}, line ${torn.line} was cut off: ${torn.text.slice(0, 60)}`);
  return items;
};

/** What the judges are told of the target, as the run recorded it. */
const factsOf = ({ target }: RunRecord): Facts => {
  const { schemes, ...facts } = target as unknown as Facts & {
    readonly schemes: Readonly<Record<string, string>>;
  };
  const identities = Object.entries(schemes).map(([who, scheme]) => [who, { auth: { scheme } }]);
  return { ...facts, identities: Object.fromEntries(identities) as Facts['identities'] };
};

const recordingOf = (folder: RunFolder, record: RunRecord): Recording => {
  const exchanges = new Map(linesOf<Exchange>(folder.exchanges).map((each) => [each.n, each]));
  return {
    facts: factsOf(record),
    exchange: (n) => {
      const found = exchanges.get(n);
      if (found) return found;
      throw new Error(`${folder.exchanges} lacks exchange ${n}`);
    },
  };
};

const findingsOf = (
  { evidence }: RunFolder,
  recording: Recording,
): { readonly findings: readonly Finding[]; readonly judged: number; readonly taken: number } => {
  const records = linesOf<EvidenceRecord>(evidence);
  const findings = records.flatMap((each, at) => {
    try {
      return findingsIn(each, recording);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${evidence}, line ${at + 1} cannot be judged again: ${reason}`, {
        cause: error,
      });
    }
  });
  const taken = records.filter(isTaken).length;
  return { findings, judged: records.length - taken, taken };
};

/**
 * Judges the recording of a run again, without its target, and compares the verdicts with those of the run. Throws where the
 * folder lacks a file, or a file was changed so that it cannot be judged.
 */
export const judgedAgain = (folder: RunFolder, record: RunRecord): JudgedAgain => {
  const cells = linesOf<Cell>(folder.ledger);
  const before = linesOf<CellVerdict>(folder.verdicts);
  const { findings, judged, taken } = findingsOf(folder, recordingOf(folder, record));
  const isCell = new Set(cells.map(({ id }) => id));
  const isKept = keptPasses();
  const kept = findings.filter(
    (each) => isCell.has(cellId(each.requirement, each.operation)) && isKept(each),
  );
  const verdicts = verdictsOf(record, cells, kept);
  const told = new Map(before.map((each) => [each.cell, each]));
  const changed = verdicts.flatMap((after) => {
    const was = told.get(after.cell);
    if (!was) throw new Error(`${folder.verdicts} lacks the verdict of ${after.cell}`);
    return JSON.stringify(was) === JSON.stringify(after) ? [] : [{ before: was, after }];
  });
  return { verdicts, changed, judged, taken };
};
