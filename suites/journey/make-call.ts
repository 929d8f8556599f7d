import { overConnection } from '../contexts/connection.ts';
import { isNewObject } from '../contexts/context.ts';
import type { Call } from '../../client/http/client.ts';
import { MissingPlaceholder } from '../../client/target/body-templates.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isRefused, isServed, statusOf } from '../../oracles/answers/answer-form.ts';
import { isLeadRefusedByState } from '../../oracles/answers/legal-call.ts';
import { isOpen, type Judgement } from '../../oracles/finding.ts';
import { COUNTRY } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import { memoizedLast } from '../../spec/memoized.ts';
import {
  type KnownOperation,
  operation,
  type OperationId,
  operationOf,
  takesBodyOnDraft,
} from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { inCanonicalSpelling } from '../contexts/refused-spelling.ts';
import type { Run } from '../engine/run.ts';
import { blameLostDraft } from './blame.ts';
import { bodyOf } from './call-body.ts';
import { blameMixUp, createdIds } from './created-id.ts';
import { breakdownsIn } from './every-answer.ts';
import { extractInputs } from './extract-inputs.ts';
import { followLink } from './follow-link.ts';
import { isLeadInAnyOrder, isUnfilled, judgeMade, mayNeedPrice } from './free-refusals.ts';
import { shownTooEarly, writtenAndRead } from './read-back.ts';
import { judgeReplaced } from './replaced-answer.ts';
import {
  ITEM_PARAMETERS,
  type Visit,
  type JourneyState,
  type Obstacle,
  type Parameter,
  PARAMETER_ORIGINS,
} from './state.ts';
import { isMissing, pollRead } from './poll-read.ts';

/** The operation of a step, which the line must have. */
export const rowOf = (line: Line, step: Step): KnownOperation => {
  const found = operationOf(line, step);
  if (!found) throw new Error(`${line} has no operation ${step}`);
  return found;
};

/** The step that provides the value of a body's placeholder. */
const ORIGINS: readonly (readonly [prefix: string, step: Step])[] = [
  ['token', 'token-terms'],
  ['price', 'price-request'],
  ['car', 'car-post'],
  ['person', 'person-post'],
  ['metadata', 'metadata-post'],
  ['contract', 'contract-create'],
  ['draft', 'draft-create'],
];

const obstacleOf = (state: JourneyState, name: string): Obstacle => {
  const step = ORIGINS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'draft-create';
  return { origin: rowOf(state.line, step).id, missing: name };
};

const isParameter = (name: string): name is Parameter => Object.hasOwn(PARAMETER_ORIGINS, name);

const parametersOf = (
  operation: KnownOperation,
  state: JourneyState,
): Record<string, string> | Obstacle => {
  const values: Record<string, string> = {};
  for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
    if (name === undefined || !isParameter(name)) continue;
    const value = state.parameters[name];
    if (value === undefined)
      return { origin: rowOf(state.line, PARAMETER_ORIGINS[name]).id, missing: name };
    values[name] = value;
  }
  return values;
};

/** Type guard for obstacles. */
export const isObstacle = (value: object): value is Obstacle =>
  'origin' in value && 'missing' in value;

/** True for steps that read an object written by another step (D3). */
export const isReadBack = (run: Run, { step }: KnownOperation): boolean => {
  const { downloadReady, paymentStatusExists } = run.target.decisions;
  if (step === 'contract-download') return downloadReady === true;
  if (step === 'payment-status') return paymentStatusExists;
  return step === 'draft-get' || step === 'contract-get';
};

/** The legal call of a visit, or the obstacle. */
export const legalCall = (visit: Visit, state: JourneyState): Call | Obstacle => {
  const operation = rowOf(state.line, visit.step);
  const params = parametersOf(operation, state);
  if (isObstacle(params)) return params;
  try {
    const body = bodyOf(operation, visit, state);
    if ('missing' in body) return obstacleOf(state, body.missing);
    return {
      operation: operation.id,
      params,
      ...(state.context.country === COUNTRY ? {} : { country: state.context.country }),
      ...(body.body === undefined ? {} : { body: body.body }),
      test: state.test,
      intent: 'legal',
    };
  } catch (error) {
    if (error instanceof MissingPlaceholder) return obstacleOf(state, error.placeholder);
    throw error;
  }
};

const WRITES: readonly OperationId[] = ['landlord.draft-create', 'landlord.draft-update'];

/** True if a call names an item of a draft: a read of the draft does not show if the item still exists. */
const isOfItem = ({ path }: KnownOperation): boolean =>
  Object.values(ITEM_PARAMETERS).some((name) => path.includes(`{${name}}`));

/** True if the draft of a journey is still served. The read is not part of the journey, and no evidence about reads. */
const isDraftServed = async (state: JourneyState): Promise<boolean> => {
  const call = possibleCall({ step: 'draft-get' }, state);
  return call !== undefined && isServed(await state.run.client.send({ ...call, intent: 'open' }));
};

/** A legal call, or another one. */
export interface JourneyCall extends Call {
  /** True if a refusal of this legal call is the service's right (R5, V17), so that only a server error is a fault (S9). */
  readonly mayRefuse?: true;
}

/** Makes a legal call one that the service may refuse. */
export const MAY_REFUSE = { mayRefuse: true } as const;

/** Records a refusal of a legal call that the end of the run looks at again; `isFree` if a used draft may refuse it (R5). */
const noteRefusal = (
  exchange: Exchange,
  { operation: on, intent, body }: Call,
  { run: { memory }, line, context, isUsed, data, exchanges }: JourneyState,
  isFree: boolean,
): void => {
  if (intent !== 'legal' || !isRefused(exchange)) return;
  memory.refusedPrices.note(exchange, exchanges, context);
  if (isUsed !== true) memory.refusedBodies.note(exchange);
  // Other bodies are judged by their own probes; these are drawn on demand.
  if (takesBodyOnDraft(operation(on)) && [data.lead, data.priceRequest, data.car].includes(body))
    memory.refusedBodies.noteOnDraft(exchange, exchanges);
  if (isFree) memory.closedDrafts.noteRefusal({ line, context });
  if (isNewObject(context) || on !== operationOf(line, 'draft-update')?.id) return;
  memory.refusedUpdates.note(line, { context, body });
  memory.refusedBodies.note(exchange, { context });
};

/** Adds findings to those of a journey; no suite that drops its journey loses them. */
const noteFound = (state: JourneyState, { test }: Call, found: readonly Judgement[]): void => {
  state.run.memory.met.note(test, found);
  state.judgements.push(...found);
};

/** Judges what the answer to a write shows, once the id in it says if the draft is a shared one. */
const noteWritten = (state: JourneyState, call: Call, written: Exchange): void =>
  noteFound(state, call, shownTooEarly(state, written));

const callOnce = async (
  { mayRefuse, ...call }: JourneyCall,
  state: JourneyState,
): Promise<Exchange> => {
  const { run } = state;
  const row = operation(call.operation);
  const looks: Exchange[] = [];
  const replaced: Exchange[] = [];
  // A service may refuse changes of a used draft; its answer is still judged.
  const isFree = (state.isUsed ?? mayRefuse) === true && call.intent === 'legal';
  const isInAnyOrder = !isFree && isLeadInAnyOrder(call, state);
  let made: Call = isFree || isInAnyOrder ? { ...call, intent: 'open' } : call;
  const send = async (): Promise<Exchange> => {
    const answer = await run.client.send(made);
    looks.push(answer);
    return answer;
  };
  // The judgement that detects a stale answer is also reported for the last one.
  const readBack = memoizedLast((answer: Exchange) => writtenAndRead.collect(state, answer));
  const isStale = (answer: Exchange) => isMissing(answer) || readBack(answer).some(isOpen);
  const isKnown = (answer: Exchange) =>
    !isMissing(answer) &&
    readBack(answer).every((each) => !isOpen(each) || run.memory.sightings.isProven(each));
  let isServedStill = false;
  const formOf = (answer: Exchange) =>
    blameMixUp(judgeMade(run, answer, { isFree, isInAnyOrder, isServedStill }), answer, state);
  // An answer that another one replaces stays a sighting, for whatever purpose it was asked for.
  const replacedOf = (answer: Exchange) => [
    ...formOf(answer),
    ...(isFree || answer.intent === 'legal' ? [] : breakdownsIn(run, answer)),
  ];
  run.memory.writings.note(row.id, call.body, state);
  const isRead = isReadBack(run, row);
  const look = () =>
    isRead ? pollRead(run.memory.reads.delayOf(run, row.id), send, isStale, { isKnown }) : send();
  const inCanonical = (printed: Call): Promise<Exchange> => {
    // The last answer in the drawn spelling is judged there, and only there.
    replaced.push(...looks.splice(0).slice(0, -1));
    made = printed;
    return look();
  };
  const exchange = await inCanonicalSpelling(made, await look(), state, inCanonical, replacedOf);
  replaced.push(...looks.slice(0, -1));
  if (isRead) run.memory.reads.note(row.id, exchange);
  if (!isInAnyOrder || !isLeadRefusedByState(exchange)) noteRefusal(exchange, call, state, isFree);
  if (isFree && statusOf(exchange) === 404 && !isOfItem(row))
    isServedStill = await isDraftServed(state);
  if (looks.length > 1 && !isStale(exchange)) run.memory.reads.isLagging = true;
  state.exchanges.push(exchange);
  const judged = [
    ...judgeReplaced(state, row.id, replaced, replacedOf),
    ...blameLostDraft(formOf(exchange), exchange, state),
  ];
  const shown = [...readBack(exchange), ...createdIds.collect(state, exchange)];
  noteFound(state, call, [...judged, ...shown]);
  const isWritten = WRITES.includes(row.id) && isServed(exchange);
  if (isWritten) state.written = { operation: row.id, exchange: exchange.n, body: call.body };
  const followed = await followLink(row, state, exchange, call);
  if (followed === 'nowhere') return exchange;
  if (isServed(exchange) || statusOf(exchange) === 303 || followed.length > 0)
    extractInputs(row, state, [exchange, ...followed]);
  if (isWritten && call.intent !== 'faulty') noteWritten(state, call, exchange);
  return exchange;
};

/**
 * Makes a call, judges the answer with the universal oracles, and extracts the inputs of later steps. A lead that is refused is
 * sent again once its draft has a price (L2).
 */
export const makeCall = async (call: JourneyCall, state: JourneyState): Promise<Exchange> => {
  const { country, ...canonical } = call;
  const { context } = state;
  const exchange = await callOnce(call, state);
  if (call.mayRefuse === true || !mayNeedPrice(call, exchange, state)) return exchange;
  // The draft may be that of another identity.
  const caller = call.identity === undefined ? {} : { identity: call.identity };
  const free = isUnfilled(state) ? ({ intent: 'open' } as const) : {};
  const priced = await makeVisit({ step: 'price-request' }, state, { ...caller, ...free });
  if (!isServed(priced)) return exchange;
  // In the spelling that the journey continues in.
  const isRespelt = country === context.country && state.context.country !== country;
  const again = await callOnce(isRespelt ? canonical : call, state);
  if (isServed(again)) state.run.memory.leads.noteUnpriced(state.line);
  return again;
};

/** The legal call of a visit; undefined if a required input is missing. */
export const possibleCall = (visit: Visit, state: JourneyState): Call | undefined => {
  const call = legalCall(visit, state);
  return isObstacle(call) ? undefined : call;
};

/** Changes to a legal call, or a function that derives them from it. */
export type CallChanges = Partial<JourneyCall> | ((legal: Call) => Partial<JourneyCall>);

/**
 * Makes the legal call of a visit with these changes, over the connection of the context. If a required input is missing, records
 * the obstacle and returns undefined.
 */
export const makeVisit = async (
  visit: Visit,
  state: JourneyState,
  changes: CallChanges = {},
): Promise<Exchange | undefined> => {
  const legal = legalCall(visit, state);
  if (!isObstacle(legal)) {
    const call = overConnection(legal, state.context);
    const made = typeof changes === 'function' ? changes(call) : changes;
    return makeCall({ ...call, ...made }, state);
  }
  const on = rowOf(state.line, visit.step).id;
  // The newest obstacle is the last one of the map.
  state.blocked.delete(on);
  state.blocked.set(on, legal);
  return undefined;
};

/** Makes the visits that the target allows, one after the other, with these changes. */
export const makeVisits = async (
  visits: readonly Visit[],
  state: JourneyState,
  changes: CallChanges = {},
): Promise<void> => {
  for (const visit of visits) {
    if (isAllowed(state.run, rowOf(state.line, visit.step).id))
      await makeVisit(visit, state, changes);
  }
};

/** True if the target allows the side effects of an operation. */
export const isAllowed = ({ target: { sideEffects } }: Run, on: OperationId): boolean => {
  const { step } = operation(on);
  if (step === 'lead-create') return sideEffects.leads === 'allow';
  return !step.startsWith('contract-') || sideEffects.contracts === 'allow';
};
