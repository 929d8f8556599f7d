import { benchScript } from '../../load/bench.ts';
import { benchFaults } from './bench-faults.ts';
import { benchGenerators } from './bench-generators.ts';
import { benchGrowth } from './bench-growth.ts';
import { benchReplay } from './bench-replay.ts';
import type { Measured, PartId } from './part.ts';

/** How thoroughly is measured. */
export interface Extent {
  readonly quick: boolean;
  readonly rounds: number;
}

type Say = (text: string) => void;

const script = async (say: Say, rounds: number): Promise<Measured> => {
  const figures = await benchScript(say, rounds);
  if (!figures) return { skipped: 'CPU times come from /proc, which only Linux has' };
  const rows = figures.map(({ name, measured, ratio, wanted }) => [name, measured, ratio, wanted]);
  return figures.every(({ ok }) => ok) ? { rows } : { rows, failed: true };
};

/** What measures each part. */
export const MEASURES: Readonly<
  Record<PartId, (extent: Extent, say: Say) => Promise<Measured> | Measured>
> = {
  replay: ({ quick, rounds }) => benchReplay(quick ? ['gate'] : ['gate', 'certify'], rounds),
  growth: ({ quick, rounds }) => benchGrowth(quick, rounds),
  faults: ({ quick }, say) => benchFaults(quick, say),
  generators: () => benchGenerators(),
  script: ({ rounds }, say) => script(say, rounds),
};
