import type { LoadOptions } from '../../load/running/load-setup.ts';
import type { SelectionOptions } from '../../store/selection.ts';

/** Options of `assay nightly`. */
export interface NightlyOptions extends LoadOptions, Pick<SelectionOptions, 'requirement'> {
  /** Seed of the gate; `seed` is that of the load. */
  readonly gateSeed: number;
  /** Absolute. Default: in `out`. */
  readonly history?: string;
  /** Minutes until a suspicion is checked again, and the number of confirmation runs. */
  readonly confirmAfter: number;
  readonly confirmRuns: number;
  /** A folder for nightly.json and nightly.md, absolute. */
  readonly notify?: string;
  /** Waivers file of the gate, absolute. */
  readonly waivers?: string;
  /** Current time, for tests of the harness. */
  readonly clock?: Date;
}
