import { UsageError } from '../client/usage-error.ts';
import { type CellVerdict, VERDICTS } from '../oracles/finding.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';

const OPERATION_IDS: ReadonlySet<string> = new Set(OPERATIONS.map(({ id }) => id));

const isKnown = ({ requirement, operation, verdict }: CellVerdict): boolean =>
  CATALOGUE.has(requirement) && OPERATION_IDS.has(operation) && VERDICTS.includes(verdict);

/** The verdicts of a run. Throws UsageError where another version judged what this one does not know. */
export const readVerdicts = (
  { path, verdicts }: RunFolder,
  { assay }: { readonly assay: string },
): readonly CellVerdict[] => {
  const { items } = readJsonLines<CellVerdict>(verdicts);
  const odd = items.find((each) => !isKnown(each));
  if (odd === undefined) return items;
  throw new UsageError(
    `${path} is of Assay ${assay}, which judged ${odd.cell} ${odd.verdict}; this version knows nothing of it, so read the run with that one`,
  );
};
