import { type Grown, growthRows, nameOf, type Variant } from './growth-rows.ts';
import { type JudgedRun, judgedRun } from './judged-run.ts';
import type { Measured } from './part.ts';
import { withService } from './with-service.ts';

const LINE = 'jobloss';

const FEW: readonly Variant[] = [
  { command: 'gate', runs: 1, latency: 0 },
  { command: 'gate', runs: 10, latency: 0 },
  { command: 'gate', runs: 1, latency: 20 },
  { command: 'gate', runs: 1, latency: 50 },
];
const MORE: readonly Variant[] = [
  { command: 'gate', runs: 100, latency: 0 },
  { command: 'certify', runs: 1, latency: 0 },
  { command: 'certify', runs: 10, latency: 0 },
  { command: 'certify', runs: 100, latency: 0 },
  { command: 'certify', runs: 1, latency: 20 },
  { command: 'certify', runs: 1, latency: 50 },
];

const run = ({ command, runs, latency }: Variant): Promise<JudgedRun> =>
  withService(latency, (served, folder) =>
    judgedRun(served, folder, [command, '--line', LINE, '--runs', String(runs)]),
  );

/** Gate and certify of one line with more drafts, and with slower answers; the variants take turns. */
export const benchGrowth = async (
  quick: boolean,
  rounds: number,
  say: (text: string) => void,
): Promise<Measured> => {
  const variants = quick ? FEW : [...FEW, ...MORE];
  const taken = variants.map((): JudgedRun[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, variant] of variants.entries()) {
      const judged = await run(variant);
      taken[at]?.push(judged);
      say(`  ${nameOf(variant)}: ${judged.wall.toFixed(1)} s`);
    }
  const grown = variants.map((variant, at): Grown => ({ variant, rounds: taken[at] ?? [] }));
  const { rows, ok } = growthRows(grown);
  return ok ? { rows } : { rows, failed: true };
};
