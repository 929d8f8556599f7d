import { type JudgedRun, judgedRun, type ProgramResult } from './measured-program.ts';
import { type Measured, cellsOf, median } from './part.ts';
import { withService } from './served.ts';

/** Command, runs and latency of one measurement. */
export interface Variant {
  readonly command: 'gate' | 'certify';
  readonly runs: number;
  /** Milliseconds. */
  readonly latency: number;
}

/** A variant and its resource usage per round. */
export interface Grown {
  readonly variant: Variant;
  readonly rounds: readonly (ProgramResult & { readonly requests: number })[];
}

/** Name of a row. */
const nameOf = ({ command, runs, latency }: Variant): string =>
  `${command} --runs ${runs}, ${latency} ms`;

/** Ratio that still counts as flat or linear, given the noise of a shared machine. */
const MOST = 1.25;

const middle = ({ rounds }: Grown, of: (one: Grown['rounds'][number]) => number): number =>
  median(rounds.map(of));

const isFirst = ({ variant }: Grown): boolean => variant.runs === 1 && variant.latency === 0;

/** Table of the part, and if memory stays flat and CPU time per request does not grow with the runs. */
export const growthRows = (
  grown: readonly Grown[],
): { readonly rows: readonly string[][]; readonly ok: boolean } => {
  const rows: string[][] = [];
  const last: string[][] = [];
  let ok = true;
  for (const [command, own] of Map.groupBy(grown, ({ variant }) => variant.command)) {
    const first = own.find(isFirst);
    const most = own.toSorted((a, b) => b.variant.runs - a.variant.runs)[0];
    if (first === undefined || most === undefined) continue;
    const to = (one: Grown, of: Parameters<typeof middle>[1]) =>
      middle(one, of) / middle(first, of);
    for (const each of own) {
      const ratio = to(each, ({ wall }) => wall).toFixed(2);
      rows.push([nameOf(each.variant), ...cellsOf(each.rounds), ratio]);
    }
    const memory = to(most, (one) => one.memory);
    const cpu = to(most, (one) => one.cpu / one.requests);
    ok &&= memory <= MOST && cpu <= MOST;
    const name = `${command}, ${most.variant.runs} runs to 1, at most ${MOST} allowed`;
    last.push([name, '', `${cpu.toFixed(2)} per request`, memory.toFixed(2), '', '']);
  }
  return { rows: [...rows, ...last], ok };
};

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

/** Gate and certify of one line with more drafts, and with slower answers; the variants alternate. */
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
