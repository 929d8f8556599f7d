import { dirname, join } from 'node:path';
import { limits } from '../../client/target/target-limits.ts';
import { cellsOf, median, type Measured } from './part.ts';
import { readRunRecord } from '../../store/run-record.ts';
import {
  type JudgedRun,
  judgedRun,
  measuredProgram,
  type ProgramResult,
} from './measured-program.ts';
import { type Served, withService } from './served.ts';

const LONGEST = 300;
/** Replays of one recording: each takes two seconds, in which a shared machine may be busy. */
const REPLAYS = 3;
/** Required rate of judging relative to a bare replay. */
const WANTED = 0.33;

type Replayed = ProgramResult & { readonly requests: number };

/** Replays a recording with the concurrency that the judge was allowed. */
const replayOf = async ({ environment }: Served, exchanges: string): Promise<Replayed> => {
  const { target } = readRunRecord(join(dirname(exchanges), 'run.json'));
  const { concurrency } = limits.parse(target['limits']);
  const program = join(import.meta.dirname, 'replay-requests.ts');
  const taken = await measuredProgram({
    args: [program, exchanges, String(concurrency)],
    seconds: LONGEST,
    environment: { ...environment },
  });
  return { ...taken, requests: Number(taken.output.at(-1)) };
};

/** Replay with the median wall time. */
const middleReplay = async (served: Served, exchanges: string): Promise<Replayed> => {
  const replays: Replayed[] = [];
  while (replays.length < REPLAYS) replays.push(await replayOf(served, exchanges));
  const middle = replays.toSorted((a, b) => a.wall - b.wall)[Math.floor(REPLAYS / 2)];
  if (!middle) throw new Error(`${REPLAYS} replays were required`);
  return middle;
};

const pairOf = (command: string): Promise<readonly [JudgedRun, Replayed]> =>
  withService(0, async (served, folder) => {
    // The JIT compiler warms up during the first run, which would slow down only the command.
    await judgedRun(served, folder, [command]);
    const judged = await judgedRun(served, folder, [command]);
    return [judged, await middleReplay(served, judged.exchanges)];
  });

/** Compares judging commands with bare replays of their requests. */
export const benchReplay = async (
  commands: readonly string[],
  rounds: number,
  say: (text: string) => void,
): Promise<Measured> => {
  const rows: string[][] = [];
  let ok = true;
  for (const command of commands) {
    const pairs: (readonly [JudgedRun, Replayed])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [judged, replayed] = await pairOf(command);
      pairs.push([judged, replayed]);
      say(`  assay ${command}: ${judged.wall.toFixed(1)} s, replay ${replayed.wall.toFixed(1)} s`);
    }
    const rate = median(pairs.map(([judged, replayed]) => replayed.wall / judged.wall));
    ok &&= rate >= WANTED;
    const result = `${rate.toFixed(2)}, at least ${WANTED} required`;
    rows.push([`assay ${command}`, ...cellsOf(pairs.map(([judged]) => judged)), result]);
    rows.push([`replay of ${command}`, ...cellsOf(pairs.map(([, replayed]) => replayed)), '1']);
  }
  return ok ? { rows } : { rows, failed: true };
};
