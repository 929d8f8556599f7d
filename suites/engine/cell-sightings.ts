import { isSighting } from '../../oracles/exit-code.ts';
import type { Finding } from '../../oracles/finding.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { areRepeated } from '../../oracles/roll-up.ts';

/** A cell with answers that the specification excludes. */
export interface SeenCell {
  readonly cell: Cell;
  /** Its sightings, in the order in which they were written. */
  readonly seen: readonly Finding[];
}

/** True for a sighting: a fail, or a deviation that its judge calls intermittent. */
export const isSeen = (finding: Finding): boolean =>
  finding.verdict === 'fail' || isSighting(finding);

/** Sightings of a run, by cell. */
export class CellSightings {
  readonly #byCell = new Map<string, SeenCell & { readonly seen: Finding[] }>();

  /** Records the sightings among findings. */
  note(findings: readonly Finding[]): void {
    for (const each of findings.filter(isSeen)) {
      const { requirement, operation } = each;
      const id = cellId(requirement, operation);
      const known = this.#byCell.get(id) ?? { cell: { id, requirement, operation }, seen: [] };
      this.#byCell.set(id, known);
      known.seen.push(each);
    }
  }

  /** Cells whose sightings no repeat has confirmed (rule section 0). */
  unrepeated(): readonly SeenCell[] {
    return [...this.#byCell.values()].filter(
      ({ cell, seen }) => !areRepeated(cell.requirement, seen),
    );
  }
}
