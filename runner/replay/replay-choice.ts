import { existsSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { didYouMean } from '../../client/did-you-mean.ts';
import { runsFolder } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { latestName } from '../../store/run-folder.ts';
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
import { searchRun } from './replay-search.ts';
import { type ReplayedRun, replayedRunAt } from '../../store/replay-source.ts';
import { isPackedRun, unpackedRun } from '../../store/unpacked-run.ts';

const NAMES_TOLD = 3;

const noSuchRun = (given: string, { out }: Place): UsageError => {
  const names = runNames(out);
  const newest = names.slice(0, NAMES_TOLD).join(', ');
  const there = newest === '' ? 'there is none' : `the newest there: ${newest}`;
  return new UsageError(
    basename(given) === given
      ? `--run: there is no run ${given}, neither at ${resolve(given)} nor below ${out}; ${didYouMean(given, names) ?? there}`
      : `--run: there is no ${resolve(given)}; name a run below ${out} (${there})`,
  );
};

/** A path from the caller's folder, or the name of a run below `--out` or reports/out. Throws UsageError. */
const pathOf = (given: string, place: Place): string => {
  const roots = basename(given) === given ? [place.out, runsFolder()] : [];
  const below = roots.map((root) =>
    join(root, given === 'latest' ? (latestName(root) ?? given) : given),
  );
  const found = [resolve(given), ...below].find((path) => existsSync(path));
  if (found === undefined) throw noSuchRun(given, place);
  const path = realpathSync(found);
  return isPackedRun(path) ? unpackedRun(path) : path;
};

const checkSeed = (
  { folder, start }: ReplayedRun,
  { seed, named }: Wanted,
  { caller }: Place,
): void => {
  if (seed === undefined || seed === start.seed) return;
  throw new UsageError(
    `--seed ${seed}: the run ${runWord(folder)} had the seed ${start.seed}, and other data are no replay of it; leave --seed out, or have other data judged: ${gateInstead({ named, seed }, caller, start)}`,
  );
};

const checkJudged = (
  { folder, start }: ReplayedRun,
  { requirements, named }: Wanted,
  { caller }: Place,
): void => {
  if (judgedBy(start, requirements).length > 0) return;
  throw new UsageError(
    `the run ${runWord(folder)} did not judge ${named}: it was about ${aboutRun(start)}; name another run (--run), or have it judged: ${gateInstead({ named, seed: start.seed }, caller, start)}`,
  );
};

/**
 * The run that is named, if it had the seed and judged what is wanted; where none is named, the newest that did. Throws
 * UsageError.
 */
export const chooseRun = (given: string | undefined, wanted: Wanted, place: Place): Choice => {
  if (given === undefined) return searchRun(wanted, place);
  const run = replayedRunAt(pathOf(given, place), place.version);
  checkSeed(run, wanted, place);
  checkJudged(run, wanted, place);
  return { run, why: '' };
};
