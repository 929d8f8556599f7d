import type { Call } from '../../client/http/client.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import { subSeed } from '../../generators/sample.ts';
import { isAccepted, statusOf } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeDraftFault } from '../../oracles/refusals/draft-fault.ts';
import { isSentToCanonicalCountry } from '../../spec/canonical-country.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Run } from '../engine/run.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { stageOf, triedFaultOf } from '../fields/tried-fault.ts';
import { makeVisit, possibleCall } from '../journey/make-call.ts';
import type { JourneyState, Visit } from '../journey/state.ts';
import {
  isWithoutEffect,
  judgeUnrefused,
  refusalReasons,
  type RefusalReason,
  refusedCallFor,
} from '../state/refusal-reasons.ts';
import type { SequenceCommand } from './model.ts';

/** Faults of type in the body of an operation. */
const faultsIn = (on: OperationId, body: object): readonly BodyFault[] =>
  ALL_FAULTS.filter(
    ({ kind, pointer, operations }) =>
      kind === 'wrong-type' &&
      operations.includes(on) &&
      !pointer.includes('*') &&
      matchingPointers(body, pointer).length > 0,
  );

/** True if the fault must be refused by the operation, and not only by a later one (E3, E5). */
const isDueHere = (run: Run, { checkpoint }: BodyFault): boolean =>
  stageOf(run, checkpoint) === 'write';

const chosen = <Of>(all: readonly Of[], number: number): Of | undefined =>
  all[subSeed(number, 'reason') % Math.max(all.length, 1)];

/** A legal call with what makes it one that must be refused: a fault in its body, or another reason. */
interface Refused {
  readonly legal: Call;
  readonly call: Call;
  readonly because: BodyFault | RefusalReason;
}

/** The call of a command that must be refused: every second one with a fault in its body, if it has one. */
const refusedFor = (
  legal: Call,
  { run }: JourneyState,
  { refusal = 0 }: SequenceCommand,
): Refused | undefined => {
  const { body, operation: on } = legal;
  const isByBody = refusal % 2 === 0 && typeof body === 'object' && body !== null;
  const fault = isByBody ? chosen(faultsIn(on, body), refusal) : undefined;
  if (isByBody && fault) {
    const faulty = { ...legal, body: fault.faultyOf(body, run.generators) };
    const call: Call = isDueHere(run, fault)
      ? { ...faulty, intent: 'faulty', breaks: fault.requirement }
      : { ...faulty, intent: 'open' };
    return { legal, call, because: fault };
  }
  // Another identity that may read has only its changes refused (D10).
  const reasons = refusalReasons(run, run.plan.seed).filter(
    ({ kind }) => kind !== 'foreign' || run.target.decisions.othersMay === 'nothing',
  );
  const reason = chosen(reasons, refusal);
  return reason && { legal, call: refusedCallFor(legal, reason), because: reason };
};

/** True if the environment interfered (S8), or a credential has expired that this call does not change (S10). */
const isInTheWay = (exchange: Exchange, { call, because }: Refused): boolean => {
  const status = statusOf(exchange);
  const isOfCredential = 'kind' in because && because.kind.endsWith('-credential');
  return (
    isDisturbance(status, operation(call.operation).step) || (status === 401 && !isOfCredential)
  );
};

/** Failures that the acceptance of the call shows, and the legal call that is its control request. */
const judgeAccepted = async (
  { legal, because }: Refused,
  exchange: Exchange,
  journey: JourneyState,
  visit: Visit,
): Promise<{ readonly judged: readonly Judgement[]; readonly control: Exchange | undefined }> => {
  const { run } = journey;
  if (!('checkpoint' in because)) {
    const control = () => makeVisit(visit, journey);
    const judged = await judgeUnrefused(because, exchange, legal, journey, control);
    return { judged, control: undefined };
  }
  const control = await makeVisit(visit, journey);
  if (!isDueHere(run, because)) return { judged: [], control };
  const row = operation(legal.operation);
  const followed = (answer: Exchange | undefined) => ({
    legs: answer ? [{ stage: 'write', operation: row, exchange: answer } as const] : [],
  });
  const answers = [followed(exchange), followed(control), 'write'] as const;
  return { judged: run.judge(judgeDraftFault, triedFaultOf(because, row.id), ...answers), control };
};

/** Effect of a call that must be refused: none, a legal update made up for it, or unknown; or it is no evidence. */
type Effect = 'none' | 'rewritten' | 'unknown' | 'disturbed';

/** A call that must be refused, as it was sent. */
interface SentRefused {
  readonly exchange: Exchange;
  readonly effect: Effect;
}

/**
 * Sends a command as a call that must be refused and change nothing (rule section 0, D13). Its acceptance is a sighting like any
 * other, unless the service may refuse the fault later (E3, E5).
 */
export const sendRefused = async (
  command: SequenceCommand,
  visit: Visit,
  journey: JourneyState,
): Promise<SentRefused | undefined> => {
  const { run, test } = journey;
  const legal = possibleCall(visit, journey);
  const refused = legal && refusedFor(legal, journey, command);
  if (!refused) return undefined;
  const { call } = refused;
  // The answer to an accepted fault may show its value (V1).
  const send = (each: Call) =>
    call.intent === 'open' ? run.client.send(each) : sendRecorded(run, each);
  const spelt = await send(call);
  const { country: _, ...printed } = call;
  const exchange = isSentToCanonicalCountry(spelt) ? await send(printed) : spelt;
  if (isInTheWay(exchange, refused)) return { exchange, effect: 'disturbed' };
  if (!isAccepted(exchange))
    return { exchange, effect: isWithoutEffect(exchange) ? 'none' : 'unknown' };
  const { judged, control } = await judgeAccepted(refused, exchange, journey, visit);
  run.memory.met.note(test, judged);
  const isRewritten = command.step === 'draft-update' && isAccepted(control);
  return { exchange, effect: isRewritten ? 'rewritten' : 'unknown' };
};
