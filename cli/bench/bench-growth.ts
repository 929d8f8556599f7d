import { cellsOf, median } from './figures.ts';
import { type JudgedRun, judgedRun } from './judged-run.ts';
import type { Measured } from './part.ts';
import { withService } from './with-service.ts';

const LINE = 'jobloss';

interface Variant {
  readonly runs: number;
  /** Milliseconds. */
  readonly latency: number;
}

/** The first is what the others are compared with. */
const VARIANTS: readonly Variant[] = [
  { runs: 1, latency: 0 },
  { runs: 10, latency: 0 },
  { runs: 1, latency: 20 },
  { runs: 1, latency: 50 },
];
const MANY: Variant = { runs: 100, latency: 0 };

/** The gate of one line with more drafts and with slower answers; the variants take turns. */
export const benchGrowth = async (quick: boolean, rounds: number): Promise<Measured> => {
  const variants = quick ? VARIANTS : [...VARIANTS, MANY];
  const taken = variants.map((): JudgedRun[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { runs, latency }] of variants.entries())
      taken[at]?.push(
        await withService(latency, (served, folder) =>
          judgedRun(served, folder, ['gate', '--line', LINE, '--runs', String(runs)]),
        ),
      );
  const walls = taken.map((each) => median(each.map(({ wall }) => wall)));
  return {
    rows: variants.map(({ runs, latency }, at) => [
      `--line ${LINE} --runs ${runs}, ${latency} ms`,
      ...cellsOf(taken[at] ?? []),
      ((walls[at] ?? 0) / (walls[0] ?? 1)).toFixed(2),
    ]),
  };
};
