import { statusOf } from '../../oracles/answers/answer-form.ts';
import { isDisturbed } from '../../oracles/finding.ts';
import { subSeed } from '../../generators/sample.ts';
import { memoized } from '../../spec/memoized.ts';
import { isDraftWrite, type KnownOperation, OPERATIONS } from '../../spec/operations.ts';
import { CALL_DIMENSIONS, type DimensionName } from '../contexts/context.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { type Preparation, prepare } from '../engine/preparation.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { possibleCall } from '../journey/make-call.ts';
import type { JourneyState } from '../journey/state.ts';
import { confirmProbe } from './confirm-probe.ts';
import type { Probe } from './probes.ts';
import { isSuspicious, type Probed, type Session, seedOf, wasAccepted } from './session.ts';
import {
  preparedFor,
  type PreparedOperation,
  usedContext,
  usedDimensions,
} from './session-contexts.ts';

/** The used drafts of a run by the operation that they were prepared for, on which all operations are probed again. */
export type UsedDrafts = (prepared: PreparedOperation) => Promise<JourneyState>;

const testOfUsed = (prepared: PreparedOperation): string => `protocol/${prepared}/used`;

/** Prepares a used draft again if its preparation showed the finding that is replayed. */
export const replayUsed = async (
  run: Run,
  row: KnownOperation,
  drafts: UsedDrafts,
): Promise<void> => {
  const prepared = preparedFor(row);
  if (prepared === row.id && isReplayed(run, testOfUsed(prepared))) await drafts(prepared);
};

/** The used drafts of a run, each prepared by its first caller. */
export const usedDrafts = (run: Run): UsedDrafts =>
  memoized(async (on) => {
    const context = usedContext(run, on);
    const test = testOfUsed(on);
    const seed = subSeed(run.plan.seed, test);
    const make = async (attempt: 1 | 2): Promise<Preparation> => {
      const made = await prepare(on, { run, test, seed, context });
      run.write(made.judgements.map((each) => ({ ...each, test, attempt, seed })));
      return made;
    };
    const { state, judgements } = await make(1);
    // Failures of its calls recur on a repeat, or were chance.
    if (judgements.some((each) => each.verdict === 'fail' || isDisturbed(each))) await make(2);
    return state;
  });

/** Dimensions of an operation's second context: of its body, or of the used draft. */
const dimensionsOf = (row: KnownOperation): readonly DimensionName[] => {
  if (preparedFor(row)) return [...usedDimensions(row.line), 'beside'];
  return [...CALL_DIMENSIONS, ...(isDraftWrite(row) ? (['siblings', 'language'] as const) : [])];
};

/** The legal call of an operation to probe again: on a used draft of its line or the contract of one, or with another body. */
const preparationOf = async (
  session: Session,
  drafts: UsedDrafts,
): Promise<Preparation | undefined> => {
  const { run, row } = session;
  if (row.step === 'draft-create') {
    const number = OPERATIONS.length + OPERATIONS.findIndex(({ id }) => id === row.id);
    return session.prepare(
      'again',
      drawContext(run.plan.seed, 'protocol', number, dimensionsOf(row)),
    );
  }
  const used = preparedFor(row);
  if (!used) return undefined;
  const state = await drafts(used);
  const call = possibleCall({ step: row.step }, state);
  return call && { state, call, judgements: [] };
};

/**
 * One drawn probe of each requirement: of a rule that several probes break, none may come in one context alone. Left out are
 * those that a service may accept, which would change the used draft.
 */
const oneOfEach = ({ run, row }: Session, probes: readonly Probe[]): readonly Probe[] => {
  const refusable = probes.filter(({ kind }) => kind !== 'no-server-error');
  return [...Map.groupBy(refusable, ({ requirement }) => requirement)].flatMap(
    ([requirement, each]) => {
      const drawn = each[seedOf(run, row, `again/${requirement}`) % each.length];
      return drawn ? [drawn] : [];
    },
  );
};

/** Statuses that another call on the draft can cause, or its locking after refusals (S18). */
const OF_OBJECT: readonly number[] = [403, 404, 409, 410, 423];

/**
 * Sends one probe of each requirement once more, in a second context, two at the same time. A refusal adds nothing to that
 * of the first context, so that no control request is needed; any other answer is repeated with one.
 */
export const probeAgain = async (
  session: Session,
  probes: readonly Probe[],
  drafts: UsedDrafts,
): Promise<readonly Probed[]> => {
  const rest = [...oneOfEach(session, probes)];
  if (rest.length === 0) return [];
  const { run, row } = session;
  const prepared = await preparationOf(session, drafts);
  if (!prepared) return [];
  const sent: Probed[] = [];
  while (rest.length > 0) {
    const group = rest.splice(0, rest.length === 3 ? 3 : 2);
    const beside = group.length > 1 ? 'call' : 'nothing';
    const answered = await session.send(group, prepared, 1, [], { beside });
    for (const { probe, context } of answered)
      run.memory.contexts.note(probe.requirement, context, dimensionsOf(row));
    sent.push(...answered);
  }
  return sent.filter((each) => isSuspicious(session, each));
};

/** Repeats a suspected probe of the second context; what does not recur is kept as a sighting, unless the draft can explain it. */
export const confirmAgain = async (session: Session, suspect: Probed): Promise<void> => {
  const { probe, exchange, context, disclosure } = suspect;
  const isExcused = disclosure === undefined && !wasAccepted(suspect);
  const mayBeOfObject = isExcused && OF_OBJECT.includes(statusOf(exchange));
  if (!mayBeOfObject) {
    const name = `${probe.name}/used`;
    session.conclude(suspect, await session.control(await session.prepare(name, context), name));
  }
  await confirmProbe(session, suspect);
};
