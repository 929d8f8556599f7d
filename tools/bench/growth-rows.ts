import { cellsOf, median } from './figures.ts';
import type { Taken } from './measured-program.ts';

/** One way of judging one line. */
export interface Variant {
  readonly command: 'gate' | 'certify';
  readonly runs: number;
  /** Milliseconds. */
  readonly latency: number;
}

/** A variant, and what it took in each round. */
export interface Grown {
  readonly variant: Variant;
  readonly rounds: readonly (Taken & { readonly requests: number })[];
}

/** What a row is called. */
export const nameOf = ({ command, runs, latency }: Variant): string =>
  `${command} --runs ${runs}, ${latency} ms`;

/** How many times as much is still flat, or linear, given what a shared machine adds. */
const MOST = 1.25;

const middle = ({ rounds }: Grown, of: (one: Grown['rounds'][number]) => number): number =>
  median(rounds.map(of));

const isFirst = ({ variant }: Grown): boolean => variant.runs === 1 && variant.latency === 0;

/** The table of the part, and whether memory is flat and the processor time of a request does not grow with the runs. */
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
    const name = `${command}, ${most.variant.runs} runs to 1, at most ${MOST} wanted`;
    last.push([name, '', `${cpu.toFixed(2)} a request`, memory.toFixed(2), '', '']);
  }
  return { rows: [...rows, ...last], ok };
};
