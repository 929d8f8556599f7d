import { redactValue, createRedactor } from '../../client/secrets/redactor.ts';
import { networkLines } from '../../client/target/network.ts';
import { readEnvironment, type ResolvedTarget } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { blocksOf, blockProblems, withWarmUp } from '../../load/against/blocks.ts';
import type { Profile, StepsProfile } from '../../load/profiles/profile.ts';
import { type IntendedLoad, intendedLoad } from '../../load/profiles/safety.ts';
import { againstLines } from '../../reports/load/against-table.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { createProgress } from '../../reports/console/progress.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { renderLoad } from '../../reports/load/load-table.ts';
import {
  againstSource,
  type AgainstConduct,
  conductAgainst,
} from '../../load/against/conduct-against.ts';
import { inNewFolder } from '../../load/running/start-load.ts';
import {
  checkAnswer,
  k6ForLoad,
  resolveLoadTarget,
  type LoadTarget,
  type LoadOrder,
} from '../../load/running/load-setup.ts';
import { sealCandidate, sealLoad } from '../output/load-reports.ts';
import { print } from '../output/print.ts';

/** Profile of a comparison. Throws UsageError if it has no steps that two builds can alternate on. */
const alternatingProfile = (profile: Profile): StepsProfile => {
  if (profile.kind === 'capacity')
    throw new UsageError(
      '--against: two builds alternate within the steps of a profile, but a capacity search has none; use a profile of kind steps',
    );
  if (readEnvironment()['K6_WEB_DASHBOARD'] === 'true')
    throw new UsageError(
      '--against: the two k6 processes would overwrite the same dashboard; unset K6_WEB_DASHBOARD',
    );
  const problems = blockProblems(profile);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return withWarmUp(profile);
};

const PAUSE = 1;

/** Intended load and duration: the profile twice, with pauses. */
const alternatingLoad = (profile: StepsProfile, { line }: LoadOrder['options']): IntendedLoad => {
  const last = blocksOf(profile, PAUSE).at(-1);
  const seconds = (last?.start ?? 0) + (last?.seconds ?? 0) + profile.calibration;
  return { ...intendedLoad({ ...profile, journeys: 0 }, line), seconds };
};

const announceBuilds = (
  options: LoadOrder['options'],
  target: ResolvedTarget,
  candidate: ResolvedTarget,
  seconds: number,
): void => {
  print(`baseline   ${target.name} at ${target.base_url}`);
  print(`candidate  ${candidate.name} at ${candidate.base_url} (--against)`);
  print(
    `profile ${options.profile}, seed ${options.seed}, in turns A B B A, ${Math.ceil(seconds)} s`,
  );
  for (const line of new Set([...networkLines(target), ...networkLines(candidate)])) print(line);
};

const sendLoad = async (ready: Omit<AgainstConduct, 'progress'>): Promise<LoadRecord> => {
  const { target, candidate, options, signal, history } = ready;
  const redactors = [target, candidate].map((each) => createRedactor(each));
  await checkAnswer(target, options, signal, 'baseline: ');
  await checkAnswer(candidate, options, signal, 'candidate (--against): ');
  const progress = createProgress(process.stderr);
  const made = await conductAgainst({ ...ready, progress }).finally(progress.stop);
  const [own, whole] = [made.candidate, made.whole].map((record) =>
    redactors.reduce((text, redactor) => redactValue(redactor, text), record),
  ) as [LoadRecord, LoadRecord];
  sealCandidate(made.folder, own, history);
  const shown = await sealLoad(ready, whole);
  const colour = wantsColour(process.stdout);
  for (const line of againstLines(shown, colour)) print(line);
  print(`\nBaseline\n${renderLoad(shown, { colour })}`);
  return shown;
};

/**
 * Sends the load of a profile alternately to the target and to a second build (`against`), and prints which one is
 * slower; undefined if it was stopped before anything was sent. Throws UsageError and TargetError.
 */
export const measureAgainst = async (
  { options, ...order }: LoadOrder,
  against: string,
  subject: LoadTarget,
): Promise<LoadRecord | undefined> => {
  const profile = alternatingProfile(order.profile);
  const load = alternatingLoad(profile, options);
  const target = await resolveLoadTarget({ options, profile, load }, subject);
  const source = againstSource(against, options);
  const candidate = await resolveLoadTarget(
    { options, profile, load },
    { source, isEmbedded: false },
  );
  const k6 = await k6ForLoad(order.signal);
  if (!k6) return undefined;
  announceBuilds(options, target, candidate, load.seconds);
  return inNewFolder({ ...order, options }, k6, target, (begun) =>
    sendLoad({ ...begun, profile, k6, target, candidate, print }),
  );
};
