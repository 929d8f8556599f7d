import type { ResolvedTarget } from '../../client/target.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { askForOneDraft } from '../bare-drafts.ts';
import { isAllowed } from '../journey/walk.ts';
import { RunStopped, unlessStopped } from '../stop.ts';
import { askCheckpoints } from './ask-checkpoints.ts';
import { askAs, type ForeignAnswers } from './ask-others.ts';
import { checkpointRemark } from './checkpoint-remark.ts';
import { decisionRemarks } from './decision-remarks.ts';
import type { Examination } from './examination.ts';
import { examineLine } from './examine-line.ts';
import { foundTarget, withOneToken } from './found-target.ts';
import { identityRemarks } from './identity-remarks.ts';
import { askLastModified } from './last-modified.ts';
import { type QuietRun, saying } from './quiet-run.ts';
import { fine, type Mark, type Remark, SEE_BELOW, unclear } from './remark.ts';
import { askVersion } from './version-remark.ts';

/** What is to be looked at. */
export interface Complaint {
  readonly target: ResolvedTarget;
  /** The target as it is written, to tell what it says from what it leaves out. */
  readonly document: unknown;
  readonly lines: readonly Line[];
  readonly seed: number;
  /** YYYY-MM-DD. */
  readonly today: string;
}

const GRAVEST: readonly Mark[] = ['wrong', 'unclear', 'found', 'fine'];

/** A journey in one line, as grave as the gravest remark about it. */
const journeyRemark = (exam: Examination): Remark => {
  const marks = exam.remarks.map(({ mark }) => mark);
  const mark = GRAVEST.find((each) => marks.includes(each)) ?? 'fine';
  const found = exam.steps.join(', ');
  const about = LINE_TITLES[exam.line];
  // What was found is told, and changed, by a line of its own.
  return mark === 'wrong' || mark === 'unclear'
    ? { about, mark, found, change: SEE_BELOW }
    : fine(about, found);
};

const isPriced = (exam: Examination): boolean =>
  exam.state.exchanges.some(
    ({ operation, response }) =>
      operation === `${exam.line}.price-request` && (response?.status ?? 500) < 300,
  );

const isContracted = (exam: Examination): boolean =>
  exam.state.parameters.contractId !== undefined ||
  !isAllowed(exam.run, `${exam.line}.contract-create`);

const oneDraftRemark = ({ memory }: QuietRun): Remark => {
  const titles = [...memory.oneDraft].map((line) => LINE_TITLES[line]);
  return fine(
    'creations',
    titles.length === 0
      ? 'equal bodies make a draft each'
      : `equal bodies make one draft (${titles.join(', ')}); each test of a run begins with a draft of its own`,
  );
};

const onLines = (run: QuietRun, lines: readonly Line[]): QuietRun => ({
  ...run,
  plan: { ...run.plan, lines },
});

/** What an unfinished part came to, or the reason why it was not asked. */
const unlessSpent = async (
  about: string,
  task: () => Promise<readonly Remark[]>,
): Promise<readonly Remark[]> => {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RunStopped) return [unclear(about, `not asked: ${error.message}`)];
    throw error;
  }
};

/** Walks every line and asks the remaining questions; says which ones the call limit cut off. */
export const examineService = async (
  run: QuietRun,
  { target, lines }: Complaint,
): Promise<readonly Remark[]> => {
  const exams: Examination[] = [];
  const [first] = lines;
  const remarks = [
    ...(await unlessSpent('version header', async () =>
      first ? [await askVersion(run, first)] : [],
    )),
    ...(await unlessSpent('creations', async () => {
      await askForOneDraft(onLines(run, lines.slice(0, 1)));
      // Where one line makes two drafts of equal bodies the others are not asked.
      if (run.memory.oneDraft.size > 0) await askForOneDraft(onLines(run, lines.slice(1)));
      return [oneDraftRemark(run)];
    })),
    ...(await unlessSpent('journeys', async () => {
      exams.push(...(await Promise.all(lines.map((line) => examineLine(run, line)))));
      const all = exams.flatMap((exam) => [journeyRemark(exam), ...exam.remarks]);
      return withOneToken(all, run.target, exams);
    })),
  ];
  const found = saying(run, withoutDelay(foundTarget(target, exams), run));
  const seen = exams.map(({ line, sightings }) => ({ line, ...sightings }));
  const others = await unlessSpent('identities', () => askIdentities(found, exams, target));
  const checkpoints = await unlessSpent('checkpoints', async () => {
    const walked = exams.filter((exam) => isPriced(exam) && isContracted(exam));
    const asked = await askCheckpoints(
      found,
      walked.map(({ line }) => line),
    );
    return asked.flatMap((each) => checkpointRemark(each) ?? []);
  });
  await unlessStopped(() => askLastModified(found, lines));
  return [...remarks, ...others, ...decisionRemarks(target, seen, run.sent), ...checkpoints];
};

/** The found target within the limits of the visit. */
const withoutDelay = (found: ResolvedTarget, { target }: QuietRun): ResolvedTarget => ({
  ...found,
  limits: target.limits,
  decisions: { ...found.decisions, readBackDelay: target.decisions.readBackDelay },
});

const askIdentities = async (
  run: QuietRun,
  exams: readonly Examination[],
  target: ResolvedTarget,
): Promise<readonly Remark[]> => {
  const walked = exams.filter((exam) => exam.state.parameters.draftId !== undefined);
  const [line, ...more] = walked.map((exam) => exam.line);
  if (line === undefined) return [];
  const { other, withoutRights } = target.identities;
  const last = more.slice(-1);
  const answers: { other?: readonly ForeignAnswers[]; withoutRights?: readonly ForeignAnswers[] } =
    {};
  if (other)
    answers.other = await Promise.all([line, ...last].map((each) => askAs(run, each, 'other')));
  if (withoutRights) answers.withoutRights = [await askAs(run, line, 'withoutRights')];
  return identityRemarks(target, answers);
};
