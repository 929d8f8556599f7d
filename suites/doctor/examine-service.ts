import type { ResolvedTarget } from '../../client/target.ts';
import { type Line, LINES, LINE_TITLES } from '../../spec/line.ts';
import { detectSharedDrafts } from '../journey/detect-shared-drafts.ts';
import { RunStopped, unlessStopped } from '../engine/stop.ts';
import { locateCheckpoints, checkpointRemark } from './checkpoints.ts';
import { probeIdentity, type ForeignAnswers, identityRemarks } from './identity-remarks.ts';
import { decisionRemarks, probeLastModified } from './decision-remarks.ts';
import type { Examination } from './examination.ts';
import { examineLine } from './examine-line.ts';
import { detectEnvelopes } from './detect-envelopes.ts';
import { type ExaminationRun, withTarget } from './examination-run.ts';
import { fine, type Mark, type Remark, SEE_BELOW, unclear } from './remark.ts';
import { findAt, idAt } from '../../client/target/places.ts';
import { draftCreation } from '../../client/preflight/probe.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { isAllowed } from '../journey/make-call.ts';
import { isAccepted, statusOf } from '../../oracles/answers/answer-form.ts';

/** The remark on the version header, from the answers to the right version, a wrong one, and none (W1). */
const versionRemark = (right: Exchange, other: Exchange, none: Exchange): Remark => {
  const about = 'version header';
  const status = statusOf(right);
  const statuses = [right, other, none].map(statusOf);
  if (
    statuses.every((each) => each === status) &&
    (status === 0 || isDisturbance(status) || status >= 500)
  )
    return unclear(
      about,
      `not known: the answer is ${status || 'nothing'} with ${VERSION}, with 2.0 and without it`,
      'see the answers of the draft creations below',
    );
  const also = [
    `2.0 is answered ${statusOf(other) || 'nothing'}`,
    `none is answered ${statusOf(none) || 'nothing'}`,
  ].join(', ');
  if (status >= 200 && status < 400)
    return fine(about, `${VERSION_HEADER}: ${VERSION} is accepted; ${also}`);
  return unclear(
    about,
    `${VERSION_HEADER}: ${VERSION} is answered ${status || 'nothing'}; ${also}`,
    `check that proxies in front of the service let the header ${VERSION_HEADER} through, and that the service accepts an empty draft`,
  );
};

/** Requests a draft with the version, with another one, and without any. */
const probeVersion = async (run: ExaminationRun, line: Line): Promise<Remark> => {
  const { call } = draftCreation(line, run.target, { test: 'doctor/version' });
  const send = (version: string | null) =>
    run.client.send({ ...call, headers: { [VERSION_HEADER]: version } });
  const [right, other, none] = await Promise.all([send(VERSION), send('2.0'), send(null)]);
  return versionRemark(right, other, none);
};

const union = (all: readonly (readonly string[])[]): string[] => [...new Set(all.flat())];

/** The declared place in which a line found its token. */
const declaredPlaceOf = (
  declared: ResolvedTarget,
  { exchanges }: Examination,
): readonly string[] => {
  const answer = exchanges.findLast(
    (exchange) => exchange.operation?.endsWith('.token-terms') && isAccepted(exchange),
  );
  const place = answer && declared.termsToken.find((each) => findAt([each], answer) !== undefined);
  return place === undefined ? [] : [place];
};

/**
 * The places of the token on all lines, which share one key. Newly found places come first: on a line that needs one, a
 * declared place may hold something else.
 */
const tokenPlaces = (declared: ResolvedTarget, exams: readonly Examination[]): string[] => {
  const [kept, changed] = [true, false].map((isKept) =>
    exams.filter(({ run }) => (run.target.termsToken === declared.termsToken) === isKept),
  );
  if (!kept || !changed || changed.length === 0) return declared.termsToken;
  return union([
    ...changed.map(({ run }) => run.target.termsToken),
    ...kept.map((exam) => declaredPlaceOf(declared, exam)),
  ]);
};

/**
 * The remarks of all lines. Each edit of the terms token holds the places of all lines, so that no line overwrites another
 * one's.
 */
export const withSharedToken = (
  remarks: readonly Remark[],
  declared: ResolvedTarget,
  exams: readonly Examination[],
): readonly Remark[] => {
  const places = tokenPlaces(declared, exams);
  const value = places.length === 1 ? places[0] : places;
  return remarks.map((remark) => {
    const edits = remark.edits?.map((each) =>
      each.path.join('.') === 'termsToken' ? { ...each, value } : each,
    );
    return edits ? { ...remark, edits } : remark;
  });
};

/** The target, corrected by the evidence of all lines. */
export const correctedTarget = (
  declared: ResolvedTarget,
  exams: readonly Examination[],
): ResolvedTarget => {
  const targetOn = (line: Examination['line']) =>
    exams.find((exam) => exam.line === line)?.run.target ?? declared;
  return {
    ...declared,
    ids: {
      jobloss: targetOn('jobloss').ids.jobloss,
      travel: targetOn('travel').ids.travel,
      landlord: targetOn('landlord').ids.landlord,
      gap: targetOn('gap').ids.gap,
    },
    termsToken: tokenPlaces(declared, exams),
    gapPrice: targetOn('gap').gapPrice,
    prices: {
      jobloss: targetOn('jobloss').prices.jobloss,
      travel: targetOn('travel').prices.travel,
      landlord: targetOn('landlord').prices.landlord,
      gap: targetOn('gap').prices.gap,
    },
    bodies: Object.assign({}, ...exams.map(({ run }) => run.target.bodies)),
  };
};

/** Parameters of an examination. */
export interface ExaminationOrder {
  readonly target: ResolvedTarget;
  /** The target document as written, to tell declared values from defaults. */
  readonly document: unknown;
  readonly lines: readonly Line[];
  readonly seed: number;
  /** YYYY-MM-DD. */
  readonly today: string;
}

const GRAVEST: readonly Mark[] = ['wrong', 'unclear', 'found', 'fine'];

/** The remark on the journey of one line, as serious as its most serious remark. */
const journeyRemark = (exam: Examination): Remark => {
  const marks = exam.remarks.map(({ mark }) => mark);
  const mark = GRAVEST.find((each) => marks.includes(each)) ?? 'fine';
  const found = exam.steps.join(', ');
  const about = LINE_TITLES[exam.line];
  // Findings have a line of their own in the output and in the file.
  return mark === 'wrong' || mark === 'unclear'
    ? { about, mark, found, change: SEE_BELOW }
    : fine(about, found);
};

const isPriced = (exam: Examination): boolean =>
  exam.exchanges.some(
    ({ operation, response }) =>
      operation === `${exam.line}.price-request` && (response?.status ?? 500) < 300,
  );

const isContracted = (exam: Examination): boolean =>
  exam.parameters.contractId !== undefined || !isAllowed(exam.run, `${exam.line}.contract-create`);

const oneDraftRemark = ({ memory, sent, target }: ExaminationRun): Remark => {
  const titles = memory.emptyDrafts.sharedDraftLines.map((line) => LINE_TITLES[line]);
  if (titles.length > 0)
    return fine(
      'creations',
      `equal creations create one draft (${titles.join(', ')}); each test of a run begins with a draft of its own`,
    );
  const isSeen = sent.some(
    (exchange) =>
      exchange.test === 'bare-drafts' &&
      LINES.some((line) => idAt(target.ids[line].draft, exchange) !== undefined),
  );
  return fine(
    'creations',
    isSeen
      ? 'equal creations create a draft each'
      : 'not known: no answer shows the id of a draft; a run tries it again',
  );
};

const onLines = (run: ExaminationRun, lines: readonly Line[]): ExaminationRun => ({
  ...run,
  plan: { ...run.plan, lines },
});

/** Remarks of one part of the examination, or the reason why it was cut short. */
const unlessSpent = async (
  about: string,
  task: () => Promise<readonly Remark[]>,
): Promise<readonly Remark[]> => {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RunStopped) return [unclear(about, `not tried: ${error.message}`)];
    throw error;
  }
};

/** Walks every line and makes the remaining checks; reports the checks that the call limit cut off. */
export const examineService = async (
  run: ExaminationRun,
  { target, lines }: ExaminationOrder,
): Promise<readonly Remark[]> => {
  const exams: Examination[] = [];
  const [first] = lines;
  const remarks = [
    ...(await unlessSpent('version header', async () =>
      first ? [await probeVersion(run, first)] : [],
    )),
    ...(await unlessSpent('creations', async () => {
      await detectSharedDrafts(onLines(run, lines.slice(0, 1)));
      // If a line answers equal bodies with one draft, the other lines are not tested for it.
      if (run.memory.emptyDrafts.sharedDraftLines.length > 0)
        await detectSharedDrafts(onLines(run, lines.slice(1)));
      return [oneDraftRemark(run)];
    })),
    ...(await unlessSpent('journeys', async () => {
      exams.push(...(await Promise.all(lines.map((line) => examineLine(run, line)))));
      const envelopes = detectEnvelopes(exams, target);
      const all = exams.flatMap((exam) => [
        journeyRemark(exam),
        ...envelopes.below(exam, withSharedToken(exam.remarks, run.target, exams)),
      ]);
      return [...all, ...envelopes.remarks];
    })),
  ];
  const found = withTarget(run, withoutDelay(correctedTarget(target, exams), run));
  const seen = exams.map(({ line, evidence }) => ({ line, ...evidence }));
  const others = await unlessSpent('identities', () => askIdentities(found, exams, target));
  const checkpoints = await unlessSpent('checkpoints', async () => {
    const walked = exams.filter((exam) => isPriced(exam) && isContracted(exam));
    const asked = await locateCheckpoints(
      found,
      walked.map(({ line }) => line),
    );
    return asked.flatMap((each) => checkpointRemark(each) ?? []);
  });
  await unlessStopped(() => probeLastModified(found, lines));
  return [...remarks, ...others, ...decisionRemarks(target, seen, run.sent), ...checkpoints];
};

/** The corrected target with the delays of an examination. */
const withoutDelay = (found: ResolvedTarget, { target }: ExaminationRun): ResolvedTarget => ({
  ...found,
  limits: target.limits,
  decisions: { ...found.decisions, readBackDelay: target.decisions.readBackDelay },
});

const askIdentities = async (
  run: ExaminationRun,
  exams: readonly Examination[],
  target: ResolvedTarget,
): Promise<readonly Remark[]> => {
  const walked = exams.filter((exam) => exam.parameters.draftId !== undefined);
  const [line, ...more] = walked.map((exam) => exam.line);
  if (line === undefined) return [];
  const { other, withoutRights } = target.identities;
  const last = more.slice(-1);
  const answers: { other?: readonly ForeignAnswers[]; withoutRights?: readonly ForeignAnswers[] } =
    {};
  if (other)
    answers.other = await Promise.all(
      [line, ...last].map((each) => probeIdentity(run, each, 'other')),
    );
  if (withoutRights) answers.withoutRights = [await probeIdentity(run, line, 'withoutRights')];
  return identityRemarks(target, answers);
};
