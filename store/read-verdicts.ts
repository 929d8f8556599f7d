import { UsageError } from '../client/usage-error.ts';
import { type CellVerdict, VERDICTS } from '../oracles/finding.ts';
import type { RunFolder } from './run-folder.ts';
import type { RunRecord } from './run-record.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { readCompleteJsonLines } from './json-lines.ts';

const OPERATION_IDS: ReadonlySet<string> = new Set(OPERATIONS.map(({ id }) => id));

const isKnown = ({ requirement, operation, verdict }: CellVerdict): boolean =>
  CATALOGUE.has(requirement) && OPERATION_IDS.has(operation) && VERDICTS.includes(verdict);

/**
 * Verdicts of an ended run, one per cell. Throws UsageError if another version judged cells that this one does not know, and an
 * error if some are missing: a missing verdict must not look like a pass.
 */
export const readVerdicts = (
  { path, verdicts }: RunFolder,
  record: Pick<RunRecord, 'assay' | 'state' | 'totals'>,
): readonly CellVerdict[] => {
  const items = readCompleteJsonLines<CellVerdict>(verdicts, record);
  const odd = items.find((each) => !isKnown(each));
  if (odd !== undefined)
    throw new UsageError(
      `${path} was written by Assay ${record.assay}, with the verdict ${odd.verdict} for ${odd.cell}, which this version does not know; read the run with that version`,
    );
  if (items.length === record.totals.cells) return items;
  throw new Error(
    `${path} was changed: ${record.totals.cells} cells in run.json, ${items.length} in verdicts.jsonl; repeat the run, or copy its whole folder`,
  );
};
