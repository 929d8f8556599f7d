import type { CellVerdict, Verdict } from '../oracles/finding.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { counted } from '../spec/message-text.ts';
import type { OperationId } from '../spec/operations.ts';
import {
  CHANGE_KINDS,
  changedOperations,
  type Release,
  releasesAfter,
  type VerdictChange,
} from '../spec/releases.ts';
import { RELEASES } from '../store/releases.ts';

/** A cell with its verdict in a run. */
type JudgedCell = Pick<CellVerdict, 'cell' | 'verdict'>;

/** Cells that a change is about: their number in the catalogue, and in a run by verdict. */
export interface ConcernedCells {
  readonly total: number;
  /** Cells by verdict in a run; absent without a run. */
  readonly inRun?: Readonly<Partial<Record<Verdict, number>>>;
}

const cellsOf = (change: VerdictChange): readonly string[] =>
  [...CATALOGUE].flatMap(([id, requirement]) =>
    changedOperations(change, id, requirement).map((on: OperationId) => `${id}@${on}`),
  );

/** Cells of the catalogue that a change is about, counted by their verdicts in a run. */
export const concernedCells = (
  change: VerdictChange,
  run?: readonly JudgedCell[],
): ConcernedCells => {
  const cells = new Set(cellsOf(change));
  if (run === undefined) return { total: cells.size };
  const inRun: Partial<Record<Verdict, number>> = {};
  for (const { cell, verdict } of run)
    if (cells.has(cell)) inRun[verdict] = (inRun[verdict] ?? 0) + 1;
  return { total: cells.size, inRun };
};

const concernedText = ({ total, inRun }: ConcernedCells): string => {
  if (inRun === undefined) return counted(total, 'cell');
  const parts = Object.entries(inRun).map(([verdict, count]) => `${count} ${verdict}`);
  const judged = parts.length === 0 ? 'none of them in the run' : `in the run: ${parts.join(', ')}`;
  return `${counted(total, 'cell')}; ${judged}`;
};

const changeRow = (
  change: VerdictChange,
  run: readonly JudgedCell[] | undefined,
): readonly string[] => {
  const { kind, requirement, operation } = change;
  const { what = CATALOGUE.get(requirement as RequirementId)?.statement ?? '' } = change;
  const where = operation === undefined ? requirement : `${requirement} on ${operation}`;
  return [
    `  ${kind.padEnd(9)} ${where}: ${what}`,
    `            ${concernedText(concernedCells(change, run))}`,
  ];
};

/** Releases and their changes of verdicts, with the cells that they concern, in the catalogue and in a run. */
export const renderReleases = (releases: readonly Release[], run?: readonly JudgedCell[]): string =>
  releases
    .map(({ version, date, changes }) =>
      [
        version === null ? 'not released yet' : `${version}, ${date}`,
        ...(changes.length === 0
          ? ['  judges as the version before']
          : changes.flatMap((change) => changeRow(change, run))),
      ].join('\n'),
    )
    .join('\n\n');

/** Line about what this version judges differently from that of the previous run; undefined if nothing. */
export const catalogueLine = (
  before: string,
  now: string,
  releases: readonly Release[] = RELEASES,
): string | undefined => {
  const changes = releasesAfter(before, releases).flatMap((release) => release.changes);
  if (before === now || changes.length === 0) return undefined;
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = changes.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return `catalogue: Assay ${before} made the previous run; ${now} judges differently (${counts.join(', ')}): assay changes --since ${before} --run latest`;
};
