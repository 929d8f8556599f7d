import { UsageError, messageOf } from '../../client/usage-error.ts';
import { findK6, K6Missing } from '../../load/k6/k6.ts';
import { benchScript } from '../../load/bench.ts';
import { benchFaults } from './bench-faults.ts';
import { benchGenerators } from './bench-generators.ts';
import { benchGrowth } from './bench-growth.ts';
import { benchReplay } from './bench-replay.ts';
import { benchTools } from './bench-tools.ts';
import type { Measured, PartId } from './part.ts';

/** Thoroughness of a measurement. */
export interface Extent {
  readonly quick: boolean;
  readonly rounds: number;
}

type Log = (text: string) => void;

const NO_PROC: Measured = { skipped: 'CPU times come from /proc, which only Linux has' };

const script = async (say: Log, rounds: number): Promise<Measured> => {
  const figures = await benchScript(say, rounds);
  if (!figures) return NO_PROC;
  const rows = figures.map(({ name, measured, ratio, wanted }) => [name, measured, ratio, wanted]);
  const versions = [`k6 ${(await findK6()).version}`];
  return figures.every(({ ok }) => ok) ? { rows, versions } : { rows, versions, failed: true };
};

type Measure = (extent: Extent, say: Log) => Promise<Measured>;

const MEASURES: Readonly<Record<PartId, Measure>> = {
  replay: ({ quick, rounds }, say) =>
    benchReplay(quick ? ['gate'] : ['gate', 'certify'], rounds, say),
  growth: ({ quick, rounds }, say) => benchGrowth(quick, rounds, say),
  faults: ({ quick }, say) => benchFaults(quick, say),
  generators: () => benchGenerators(),
  script: ({ rounds }, say) => script(say, rounds),
  tools: ({ rounds }, say) => benchTools(rounds, say),
};

/** Parts that read resource usage from /proc. */
const FROM_PROC: readonly PartId[] = ['replay', 'growth', 'script', 'tools'];

/** Measures a part. Skipped if a program is missing, k6 or Schemathesis; broken by any other error. */
export const measurePart = async (id: PartId, extent: Extent, say: Log): Promise<Measured> => {
  if (process.platform !== 'linux' && FROM_PROC.includes(id)) return NO_PROC;
  try {
    return await MEASURES[id](extent, say);
  } catch (error) {
    if (error instanceof K6Missing || error instanceof UsageError)
      return { skipped: error.message };
    return { broken: messageOf(error) };
  }
};
