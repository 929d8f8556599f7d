import { isRefused } from '../../oracles/answers/answer-form.ts';
import { isLeadRefusedByState, OF_STATE } from '../../oracles/answers/legal-call.ts';
import { type Finding, isDisturbed } from '../../oracles/finding.ts';
import { isWorthRepeating, type ControlOutcome } from '../../oracles/refusals/judge-probe.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { afterRefusals, PLAIN, type ProbeContext } from '../contexts/context.ts';
import { type Preparation, withOtherData } from '../engine/preparation.ts';
import { isControlReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import { confirmProbe, repeatAlone } from './confirm-probe.ts';
import { collectLegalVariants, variantsOf } from './legal-variants.ts';
import {
  confirmAgain,
  replayUsed,
  probeAgain,
  type UsedDrafts,
  usedDrafts,
} from './probe-again.ts';
import { type Probe, probesOf } from './probes.ts';
import {
  isInConflict,
  isControlRefused,
  isSuspicious,
  type Probed,
  seedOf,
  Session,
  testOf,
  wasAccepted,
} from './session.ts';
import { connectionOf, contextsOf, dimensionsOf, groupsOf } from './session-contexts.ts';

/** Faulty calls with the same data, and the control request after them. */
interface Round {
  readonly probed: readonly Probed[];
  readonly control: ControlOutcome;
  /** Context of the control request. */
  readonly context: ProbeContext;
  /** True if the control request was refused after the faulty calls, and accepted without them. */
  readonly isLocked?: boolean;
}

const isServed = ({ worst }: ControlOutcome): boolean =>
  worst?.verdict === 'pass' || worst?.verdict === 'observed';

/** Probes in an order drawn from the run's seed, so that any of them may follow any number of refusals. */
const inDrawnOrder = (
  { run, row }: Session,
  probes: readonly Probe[],
  data: string,
): readonly Probe[] => {
  const first = probes.length === 0 ? 0 : seedOf(run, row, `order${data}`) % probes.length;
  return [...probes.slice(first), ...probes.slice(0, first)];
};

/** Answers to probes on one preparation, and the probes that they do not settle. */
interface Answered {
  readonly probed: readonly Probed[];
  /** Probes to be sent again alone, since the other call at the same time may have decided the answer. */
  readonly left: readonly Probe[];
}

/** Sends probes on one preparation at the same time, after these; undefined if they could not be prepared. */
const sendAtOnce = async (
  session: Session,
  probes: readonly Probe[],
  prepared: Preparation,
  before: readonly Probe[],
  sent: readonly Probe[],
): Promise<Answered | undefined> => {
  const { context } = prepared.state;
  const beside = probes.length > 1 ? 'call' : 'nothing';
  // On connections of one kind: a handshake would delay one of them.
  const own = { connection: connectionOf(probes, context, sent), beside } as const;
  const answers = await session.send(probes, prepared, 1, before, own);
  // The second one may have come after the first.
  const probed = answers.map((each, at) => ({
    ...each,
    before: [...before, ...probes.slice(0, at)],
  }));
  if (probed.length === 0) return undefined;
  for (const { probe, context: made } of probed)
    session.run.memory.contexts.note(probe.requirement, made, dimensionsOf(session.row));
  const isChanged = probed.some(wasAccepted);
  const isLeft = (each: Probed): boolean =>
    beside === 'call' && !wasAccepted(each) && (isChanged || isInConflict(each));
  const isSighting = (each: Probed): boolean =>
    each.disclosure !== undefined || (!isInConflict(each) && isSuspicious(session, each));
  return {
    probed: probed.filter((each) => !isLeft(each) || isSighting(each)),
    left: probed.filter(isLeft).map(({ probe }) => probe),
  };
};

/** Sends every probe on one preparation, then the control request. */
const sendAll = async (
  session: Session,
  probes: readonly Probe[],
  context: ProbeContext,
  data: string,
): Promise<Round> => {
  const { leads } = session.run.memory;
  const { line, step } = session.row;
  const neededPrice = leads.needPrice(line);
  let name = `legal${data}`;
  let prepared = await session.prepare(name, context);
  const probed: Probed[] = [];
  const sent: Probe[] = [];
  let before: readonly Probe[] = [];
  const groups = [...groupsOf(inDrawnOrder(session, probes, data), context)];
  for (let group = groups.shift(); group; group = groups.shift()) {
    const answered = await sendAtOnce(session, group, prepared, before, sent);
    if (!answered) break;
    probed.push(...answered.probed);
    sent.push(...group);
    before = [...before, ...group];
    groups.unshift(...answered.left.map((probe) => [probe]));
    const accepted = answered.probed.find(wasAccepted);
    if (!accepted) continue;
    // A wrongly accepted request may have consumed the preparation.
    name = `after-${accepted.probe.name}${data}`;
    prepared = await session.prepare(name, context);
    before = [];
  }
  // A service may refuse changes of objects after refusals (R5).
  if (before.length > 0)
    Object.assign(prepared.state, { isUsed: true, context: afterRefusals(prepared.state.context) });
  const control = await session.control(prepared, name);
  // Leads of drafts without a price were refused for the lack of it: all are sent once more, on priced ones (L2).
  const isLead = step === 'lead-create';
  if (isLead && !neededPrice && leads.needPrice(line)) {
    const priced = await sendAll(session, probes, context, `${data}.priced`);
    // An answer that no state of a draft explains stays a sighting, and every acceptance is judged.
    const shown = probed.filter(
      (each) =>
        each.disclosure !== undefined ||
        wasAccepted(each) ||
        (isSuspicious(session, each) && !isLeadRefusedByState(each.exchange)),
    );
    return { ...priced, probed: [...shown, ...priced.probed] };
  }
  return { probed, control, context: prepared.state.context };
};

/**
 * Sends the probes in a drawn context. They are judged there unless the control request is refused, which the service may do;
 * answers that the specification excludes then remain as sightings.
 */
const sendInContext = async (
  session: Session,
  probes: readonly Probe[],
  context: ProbeContext,
  data: string,
): Promise<{ readonly round: Round; readonly isJudged: boolean }> => {
  const round = await sendAll(session, probes, context, data);
  const { probed, control } = round;
  if (isServed(control) && round.context.country === context.country)
    return { round, isJudged: probes.every((each) => probed.some(({ probe }) => probe === each)) };
  // The status of a refused control request is that of objects that accept no more changes (S18).
  const closed = isRefused(control.exchange) ? control.exchange.response.status : 0;
  const isOfClosed = ({ context: { contract }, exchange }: Probed): boolean =>
    exchange.response?.status === closed && (contract === 'made' || OF_STATE.includes(closed));
  const sightings = probed.filter(
    (each) =>
      each.disclosure !== undefined ||
      wasAccepted(each) ||
      (isSuspicious(session, each) && !isOfClosed(each)),
  );
  return { round: { ...round, probed: sightings }, isJudged: false };
};

/** Sends the probes in the plain context; a control request that is refused after them is sent on fresh objects. */
const sendPlainly = async (
  session: Session,
  probes: readonly Probe[],
  data: string,
): Promise<Round> => {
  const round = await sendAll(session, probes, PLAIN, data);
  if (round.probed.length === 0 || isServed(round.control)) return round;
  const name = `legal${data}`;
  const control = await session.control(await session.prepare(name, PLAIN), name);
  return { ...round, control, isLocked: isServed(control) };
};

/** Sends the probes in the plain context, with other data while those are refused. */
const sendInPlain = async (
  session: Session,
  probes: readonly Probe[],
): Promise<readonly Round[]> => {
  const rounds: Round[] = [];
  await withOtherData(
    async (data) => {
      const before = session.findings.length;
      const round = await sendPlainly(session, probes, data);
      rounds.push(round);
      const isUnanswered = round.control.worst?.verdict !== 'pass';
      return isUnanswered && session.findings.slice(before).some(isDisturbed);
    },
    (wasDisturbed) => wasDisturbed || isControlRefused(session.run, rounds.at(-1)?.control),
  );
  return rounds;
};

/** Sends every probe with its control request, then repeats apparent failures. */
const conductProbes = async (
  session: Session,
  probes: readonly Probe[],
  drafts: UsedDrafts,
): Promise<void> => {
  const rounds: Round[] = [];
  let isJudged = false;
  for (const [at, context] of contextsOf(session).entries()) {
    const sent = await sendInContext(
      session,
      probes,
      context,
      at === 0 ? '' : `.context-${at + 1}`,
    );
    rounds.push(sent.round);
    isJudged ||= sent.isJudged;
  }
  if (!isJudged) rounds.push(...(await sendInPlain(session, probes)));
  // Certify has further contexts for all of them.
  const again = session.run.plan.thorough ? [] : await probeAgain(session, probes, drafts);
  await session.lookAgain();
  // With a refused control request, only findings that need none count.
  for (const { probed, control } of rounds)
    for (const each of probed) session.conclude(each, control);
  // Locked objects refuse a faulty call for another reason than its fault: each is sent on fresh ones.
  for (const { probed, isLocked } of rounds)
    for (const each of isLocked ? probed : [])
      if (await repeatAlone(session, each)) await repeatAlone(session, each);
  const suspects = rounds
    .flatMap(({ probed }) => probed)
    .filter(
      (each) =>
        isSuspicious(session, each) || isWorthRepeating(each.probe, session.row, each.exchange),
    );
  const last = new Map(suspects.map((each) => [each.probe, each]));
  for (const suspect of last.values()) await confirmProbe(session, suspect);
  for (const suspect of again) await confirmAgain(session, suspect);
};

/** Conducts the session of an operation, and writes its findings. */
export const conductSession = async (
  run: Run,
  on: OperationId,
  drafts: UsedDrafts = usedDrafts(run),
): Promise<readonly Finding[]> => {
  const row = operation(on);
  const session = new Session(run, row);
  const probes = probesOf(run, row);
  const isProbed = probes.length > 0 || isControlReplayed(run, on);
  const [variants] = await Promise.all([
    collectLegalVariants(run, row),
    isProbed ? conductProbes(session, probes, drafts) : undefined,
    replayUsed(run, row, drafts),
  ]);
  session.findings.push(...variants);
  run.write(session.findings);
  return session.findings;
};

/** Probes of an operation's session as announced; their requests come from the session's own data. */
export const announcedSession = (run: Run, id: OperationId): readonly AnnouncedProbe[] => {
  const row = operation(id);
  const names = [...probesOf(run, row), ...variantsOf(run, row)].map(({ name }) => name);
  return names.map((name) => ({ name: testOf(row, name), data: seedOf(run, row, name) }));
};
