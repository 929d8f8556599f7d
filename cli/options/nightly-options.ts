import type { LoadOptions } from '../../load/running/ready-load.ts';
import type { SelectionOptions } from '../../store/selection.ts';

/** The options of `assay nightly`. */
export interface NightlyOptions extends LoadOptions, Pick<SelectionOptions, 'requirement'> {
  /** Absolute; left out: in `out`. */
  readonly history?: string;
  /** Minutes until a suspicion is looked at again, and how many runs are then made. */
  readonly confirmAfter: number;
  readonly confirmRuns: number;
  /** A folder for nightly.json and nightly.md, absolute. */
  readonly notify?: string;
  /** Of the gate, absolute. */
  readonly waivers?: string;
  /** What the night takes for now, for tests of the harness. */
  readonly clock?: Date;
}
