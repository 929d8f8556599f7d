import { join } from 'node:path';
import { UsageError } from '../../client/usage-error.ts';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import {
  aboutRun,
  type Choice,
  gateInstead,
  judgedBy,
  type Place,
  type Wanted,
} from './replay-fit.ts';
import { runWord } from './replay-line.ts';
import { runNames } from '../../store/replay-names.ts';
import { type ReplayedRun, replayedRunAt } from '../../store/replay-source.ts';
import { otherAddress, whereOf } from './replay-subject.ts';

/** The runs of gate and certify, without replays and unreadable folders. */
const runsBelow = ({ out, version }: Pick<Place, 'out' | 'version'>): readonly ReplayedRun[] =>
  runNames(out).flatMap((name) => {
    try {
      const run = replayedRunAt(join(out, name), version);
      return run.start.command === 'replay' ? [] : [run];
    } catch (error) {
      if (error instanceof UsageError) return [];
      throw error;
    }
  });

/** What a verdict and a finding have in common. */
type Told = Pick<CellVerdict & Finding, 'requirement' | 'verdict' | 'path'>;

const toldIn = (path: string): readonly Told[] => {
  try {
    return readJsonLines<Told | null>(path).items.filter((each) => each !== null);
  } catch {
    return [];
  }
};

const OPEN: readonly string[] = ['fail', 'inconclusive', 'waived'];

/** Whether a requirement was broken or left open; a run that was killed has no verdicts yet, but findings. */
const leftOpen = ({ folder }: ReplayedRun, { requirements }: Wanted): boolean => {
  const verdicts = toldIn(folder.verdicts);
  return (verdicts.length > 0 ? verdicts : toldIn(folder.findings)).some(
    ({ requirement, verdict }) => requirements.includes(requirement) && OPEN.includes(verdict),
  );
};

const tells = (folder: RunFolder, path: string | undefined): boolean =>
  path === undefined || toldIn(folder.findings).some((each) => each.path === path);

const MOST_TOLD = 5;

/** What was looked for, and the runs that come nearest to it. */
const nothingFits = (
  wanted: Wanted,
  { out, caller }: Place,
  runs: readonly ReplayedRun[],
): UsageError => {
  const { named, requirements, seed, path } = wanted;
  const { address: here, namedBy } = caller;
  const looked = [
    `there is no run of gate or certify below ${out}`,
    seed === undefined ? '' : ` with the seed ${seed}`,
    ` that judged ${named}`,
    path === undefined ? '' : ` and told ${path}`,
    here === undefined ? '' : ` at ${here} (${namedBy})`,
  ].join('');
  const again = gateInstead(wanted, caller);
  const distance = ({ start }: ReplayedRun): number =>
    Number(judgedBy(start, requirements).length === 0) * 2 +
    Number(start.seed !== (seed ?? start.seed));
  const nearest = runs.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST_TOLD);
  if (nearest.length === 0) return new UsageError(`${looked}; make one: ${again}`);
  const rows = nearest.map(
    ({ folder, start }) =>
      `  ${runWord(folder)}: seed ${start.seed}, ${aboutRun(start)}, ${whereOf(start)}`,
  );
  return new UsageError(
    `${looked}; there ${runs.length === 1 ? 'is' : `are ${runs.length} others, such as`}\n${rows.join('\n')}\nname one with --run, or make one: ${again}`,
  );
};

/**
 * The newest run with this seed that judged the requirements; runs in which they failed or stayed open come first. Throws
 * UsageError if there is none.
 */
export const searchRun = (wanted: Wanted, place: Place): Choice => {
  const { named, seed, requirements, path } = wanted;
  const runs = runsBelow(place);
  const fit = runs.filter(
    ({ folder, start }) =>
      (seed === undefined || start.seed === seed) &&
      judgedBy(start, requirements).length > 0 &&
      otherAddress(start, place.caller) === undefined &&
      tells(folder, path),
  );
  const open = fit.find((run) => leftOpen(run, wanted));
  const run = open ?? fit[0];
  if (!run) throw nothingFits(wanted, place, runs);
  const how = open ? `in which ${named} failed or stayed open` : `that judged ${named}`;
  const seeded = seed === undefined ? '' : ` with the seed ${seed}`;
  return { run, why: `the newest run below ${place.out}${seeded} ${how}` };
};
