import { isSighting } from '../../oracles/exit-code.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { areRepeated } from '../../oracles/roll-up.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';

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

  /** True for a failure whose cell is proven: two exchanges suffice, and were seen (rule section 0). */
  isProven({ verdict, requirement, operation }: Judgement): boolean {
    const seen = this.#byCell.get(cellId(requirement, operation))?.seen ?? [];
    return (
      verdict === 'fail' &&
      requirementOf(requirement).proof === 'two-sightings' &&
      areRepeated(requirement, seen)
    );
  }

  /**
   * Findings of a check without the proven failures of other requirements, if it judged its own: they are recorded, and need no
   * repeat, since an answer that is always wrong is met by hundreds of checks.
   */
  unproven(own: RequirementId, findings: readonly Finding[]): readonly Finding[] {
    const isJudged = findings.some(
      ({ requirement, verdict }) =>
        requirement === own && (verdict === 'pass' || verdict === 'fail'),
    );
    return isJudged
      ? findings.filter((each) => each.requirement === own || !this.isProven(each))
      : findings;
  }

  /** Cells whose sightings no repeat has confirmed (rule section 0). */
  unrepeated(): readonly SeenCell[] {
    return [...this.#byCell.values()].filter(
      ({ cell, seen }) => !areRepeated(cell.requirement, seen),
    );
  }
}
