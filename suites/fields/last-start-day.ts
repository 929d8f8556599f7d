import { programFile } from '../../client/project.ts';
import { startDateAfter } from '../../generators/dates.ts';
import { completeDraft } from '../../generators/draft.ts';
import { withValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import { type Finding, isOpen } from '../../oracles/finding.ts';
import { judgeLastStartDay } from '../../oracles/refusals/last-start-day.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { Cases } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { isBorderJudgeable } from './draft-probes.ts';
import { type FollowedDraft, followDraft, toFollowed } from './follow-draft.ts';

/** Lines whose start date has a limit, with the requirement on their legal start dates. */
const LIMITED = [
  ['jobloss', 'JOBLOSS-LEGAL-terms.startDate'],
  ['travel', 'TRAVEL-LEGAL-terms.startDate'],
  ['landlord', 'LANDLORD-LEGAL-terms.startDate'],
] as const satisfies readonly (readonly [string, RequirementId])[];

/** A write on a line whose start date has a limit. */
interface LimitedWrite {
  readonly line: (typeof LIMITED)[number][0];
  readonly requirement: (typeof LIMITED)[number][1];
  readonly on: `${(typeof LIMITED)[number][0]}.${'draft-create' | 'draft-update'}`;
}

const WRITES: readonly LimitedWrite[] = LIMITED.flatMap(([line, requirement]) => [
  { line, requirement, on: `${line}.draft-create` as const },
  { line, requirement, on: `${line}.draft-update` as const },
]);

const nameOf = ({ on }: LimitedWrite): string => `legal/${on}/last-start-day`;

const wasRefused = ({ legs }: FollowedDraft): boolean => {
  const exchange = legs.at(-1)?.exchange;
  return isRefused(exchange) || exchange?.response?.status === 500;
};

/** A start day that is legal at any hour and in any time zone, well before the last one (W3). */
const SAFE_DAYS = 15;

/**
 * Writes a draft that starts on the last legal day, one that starts a day earlier if it is refused, and another one that starts
 * well before if that is refused as well.
 */
const once = async (run: Run, write: LimitedWrite, attempt: 1 | 2): Promise<readonly Finding[]> => {
  const { line, requirement, on } = write;
  const test = `${nameOf(write)}/${attempt}`;
  const seed = subSeed(run.plan.seed, test);
  const drawn = sample(completeDraft(line, run.generators), seed);
  const follow = (after: number): Promise<FollowedDraft> => {
    const body = withValue(drawn, '/terms/startDate', startDateAfter(run.generators, after));
    return followDraft({ run, test, seed, on, body, until: 'contract', intent: 'open' });
  };
  const days = [START_DATE_DEFERRAL_DAYS, START_DATE_DEFERRAL_DAYS - 1, SAFE_DAYS];
  const drafts: FollowedDraft[] = [];
  for (const each of days) if (drafts.every(wasRefused)) drafts.push(await follow(each));
  const judged = days.slice(0, -1).flatMap((each, at) => {
    const [late, earlier] = drafts.slice(at, at + 2);
    const asSeen = late && ([toFollowed(late), earlier && toFollowed(earlier)] as const);
    return asSeen ? run.judge(judgeLastStartDay, requirement, on, ...asSeen, run.target, each) : [];
  });
  const all = [...drafts.flatMap(({ judgements }) => judgements), ...judged];
  return all.map((each) => ({ ...each, test, attempt, seed }));
};

/** Tries the last day in one draft, and in another if it was refused; skipped at hours at which it cannot be judged (W3). */
const collect = async (run: Run, write: LimitedWrite): Promise<readonly Finding[]> => {
  if (!isBorderJudgeable(run)) return [];
  const first = await once(run, write, 1);
  return first.some(isOpen) ? [...first, ...(await once(run, write, 2))] : first;
};

/** …-LEGAL-terms.startDate (E6, W3): drafts that start on the last legal day, from their write to their contract. */
export const lastStartDays: Cases = {
  file: programFile(import.meta.url),
  requirements: LIMITED.map(([, requirement]) => requirement),
  judges: [judgeLastStartDay],
  besides: [{ requirements: [LEGAL_CALL.sound], judges: [judgeLastStartDay] }],
  cases: (run) =>
    WRITES.filter(
      (write) => run.judges(write.requirement, write.on) || isReplayed(run, nameOf(write)),
    ).map((write) => ({
      requirement: write.requirement,
      line: write.line,
      name: nameOf(write),
      draws: 1,
      collect: () => collect(run, write),
    })),
};
