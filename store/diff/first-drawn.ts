import type { ProbeRecord } from '../../oracles/evidence/evidence-records.ts';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { readJsonLines } from '../json-lines.ts';
import type { RunFolder } from '../run-folder.ts';

/** Data that a run drew, by the name of the probe: two runs whose texts are equal sent the same. */
export type DrawnData = ReadonlyMap<string, string>;

/** Reads what a run drew for each planned probe. Throws if the file is damaged. */
export const drawnDataIn = ({ probes }: Pick<RunFolder, 'probes'>): DrawnData =>
  new Map(readJsonLines<ProbeRecord>(probes).items.map(({ probe, data }) => [probe, data]));

/** A run that is compared with the earlier ones of its target. */
export interface DrawnRun {
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly drawn: DrawnData;
}

/** An earlier run; its files are read only if the result depends on them. */
export interface EarlierRun {
  /** Undefined if they are unreadable. */
  readonly verdicts: () => readonly Pick<CellVerdict, 'cell' | 'verdict'>[] | undefined;
  readonly drawn: () => DrawnData | undefined;
}

/** Sentence about a failed cell that `firstDrawn` returns. */
export const FIRST_DRAWN =
  'first by this run: earlier runs on this target drew other data, so the fault may be older';

const SETTLED: readonly string[] = ['pass', 'fail', 'observed', 'waived'];

/** Probes that showed each failed cell, as far as their data were planned. */
const failingProbes = ({
  verdicts,
  findings,
  drawn,
}: DrawnRun): ReadonlyMap<string, ReadonlySet<string>> => {
  const failed = new Set(
    verdicts.flatMap(({ cell, verdict }) =>
      verdict === 'fail' || verdict === 'waived' ? [cell] : [],
    ),
  );
  const probes = new Map<string, Set<string>>();
  const unplanned = new Set<string>();
  for (const { requirement, operation, verdict, test } of findings) {
    const cell = cellId(requirement, operation);
    if (verdict !== 'fail' || !failed.has(cell)) continue;
    if (drawn.has(test)) probes.set(cell, (probes.get(cell) ?? new Set()).add(test));
    else unplanned.add(cell);
  }
  // Nobody knows the data of an unplanned probe: an earlier run may have drawn them.
  return new Map([...probes].filter(([cell]) => !unplanned.has(cell)));
};

/** Cells that passed in the newest run that settled them; the run must know one of their probes. */
const settle = (
  waiting: Map<string, ReadonlySet<string>>,
  { verdicts }: EarlierRun,
  drawn: DrawnData,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const passed = new Map<string, ReadonlySet<string>>();
  if (waiting.size === 0) return passed;
  for (const { cell, verdict } of verdicts() ?? []) {
    const probes = waiting.get(cell);
    if (probes === undefined || !SETTLED.includes(verdict)) continue;
    waiting.delete(cell);
    if (verdict === 'pass' && [...probes].some((probe) => drawn.has(probe)))
      passed.set(cell, probes);
  }
  return passed;
};

/**
 * Failed cells whose data this run is the first to draw: the requirement passed when it was last judged on this target, and no
 * earlier run drew what shows the failure. `earlier` are the runs of the target, the newest first.
 */
export const firstDrawn = (run: DrawnRun, earlier: Iterable<EarlierRun>): ReadonlySet<string> => {
  const waiting = new Map(failingProbes(run));
  const passed = new Map<string, ReadonlySet<string>>();
  for (const each of earlier) {
    if (waiting.size + passed.size === 0) break;
    const drawn = each.drawn();
    if (!drawn) continue;
    for (const cells of [waiting, passed])
      for (const [cell, probes] of cells)
        if ([...probes].some((probe) => drawn.get(probe) === run.drawn.get(probe)))
          cells.delete(cell);
    for (const [cell, probes] of settle(waiting, each, drawn)) passed.set(cell, probes);
  }
  return new Set(passed.keys());
};
