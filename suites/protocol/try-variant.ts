import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgeLegalCall } from '../../oracles/answers/legal-call.ts';
import { type Finding, type Judgement } from '../../oracles/finding.ts';
import {
  judgeAcceptance,
  notRepeated,
  settleRefusal,
  type ControlAnswer,
} from '../../oracles/refusals/acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation } from '../../spec/operations.ts';
import { prepare, prepareWith } from '../engine/preparation.ts';
import { CALL_DIMENSIONS, PLAIN, type ProbeContext } from '../contexts/context.ts';
import { drawContext, placeOfDraw } from '../contexts/draw-context.ts';
import type { Run } from '../engine/run.ts';
import { ITEM_PARAMETERS, type JourneyState } from '../journey/state.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { breakdownsIn } from '../journey/every-answer.ts';
import { makeCall, isReadBack } from '../journey/make-call.ts';
import { type Variant } from './variants.ts';

/** Name of the test of a variant. */
export const testOf = ({ id }: KnownOperation, { name }: Variant): string =>
  `protocol/${id}/${name}`;

const outcomeOf = (plain: Judgement | undefined, control: Exchange): ControlAnswer => {
  if (plain?.verdict === 'pass') return { accepted: control };
  if (plain?.verdict !== 'observed') return 'refused';
  return { observed: plain.reason ?? 'specification-silent' };
};

/** The control request and its outcome; unless it is the plain call, it is inconclusive for any answer. */
export const sendControl = async (
  { control }: Variant,
  call: Call,
  state: JourneyState,
): Promise<ControlAnswer> => {
  const { client, target } = state.run;
  const exchange = await (control
    ? client.send({ ...control(call), intent: 'open' })
    : makeCall(call, state));
  const { response } = exchange;
  if (!response) return 'refused';
  const asLegal = { ...exchange, intent: 'legal' } as const;
  const answered = {
    exchange: asLegal,
    operation: operation(call.operation),
    response,
    facts: target,
  };
  return outcomeOf(judgeLegalCall(answered)[0], exchange);
};

/** One of the tries of a variant. */
export interface VariantTry {
  /** 2 is a repeat. */
  readonly attempt: 1 | 2;
  /** Number of its data and, in a first try, of its context. */
  readonly draw: number;
  /** Name under which its exchanges are recorded; default: that of the variant. */
  readonly test?: string;
  /** Default: that of the draw, or the plain one in a repeat. */
  readonly context?: ProbeContext;
}

/**
 * The context of a draw of a variant. A spelling is tried beside the canonical one; any other variant also in another spelling,
 * and on an item beside others.
 */
export const contextOf = (
  { plan }: Run,
  row: KnownOperation,
  { name, isSpelling }: Variant,
  draw: number,
): ProbeContext => {
  const place = placeOfDraw(subSeed(0, row.id, name), draw);
  const ofItem = Object.values(ITEM_PARAMETERS).some((name) => row.path.includes(`{${name}}`));
  const drawn = ofItem ? ([...CALL_DIMENSIONS, 'items'] as const) : CALL_DIMENSIONS;
  return isSpelling ? PLAIN : drawContext(plan.seed, 'variants', place, drawn);
};

/** Answer to a variant, and its judgement. */
export interface Sent {
  readonly answer: Exchange;
  readonly judged: Judgement;
}

/** Sends a variant of a call, and judges if it was accepted. */
export const sendVariant = async (
  { requirement, expected, change }: Variant,
  plain: Call,
  state: JourneyState,
): Promise<Sent> => {
  const answer = await makeCall({ ...change(plain), intent: 'open' }, state);
  const row = operation(plain.operation);
  return { answer, judged: state.run.judge(judgeAcceptance, answer, row, requirement, expected) };
};

/**
 * Repeats a refused variant. A read of an object that no target declares may have come too early, and behind two replicas the
 * next one as well: it is retried until the read-back delay is over (D3).
 */
export const sendAgain = (variant: Variant, plain: Call, state: JourneyState): Promise<Sent> => {
  const { run } = state;
  const row = operation(plain.operation);
  const send = (): Promise<Sent> => sendVariant(variant, plain, state);
  return row.method === 'GET' && !isReadBack(run, row)
    ? pollRead(run, send, ({ answer }) => isMissing(answer))
    : send();
};

/**
 * Judges a refusal that did not recur for the same call: it concerns neither the variant nor its control request. A path that is
 * not served or a server error stays a sighting of its own (rule section 0, S9, S16).
 */
export const judgeNotRepeated = (
  { answer, judged }: Sent,
  { run }: JourneyState,
): readonly Judgement[] => {
  const row = operation(judged.operation);
  return [run.judge(notRepeated, judged, row, run.target), ...breakdownsIn(run, answer)];
};

/**
 * Sends a variant on fresh objects and, if it was refused, its control request, which has its own objects if the call changes
 * something. `others` are further variants that the same call has, which its acceptance shows as well.
 */
export const tryVariant = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  { attempt, draw, context: given, test = testOf(row, variant) }: VariantTry,
  others: readonly Variant[] = [],
): Promise<readonly Finding[]> => {
  const { name } = variant;
  // Not the data of the shared objects: a service may answer an equal creation with the earlier draft.
  const seed = subSeed(run.plan.seed, 'variant', row.id, name, draw);
  const context = given ?? (attempt === 1 ? contextOf(run, row, variant, draw) : PLAIN);
  const { call, state, judgements } = await prepare(row.id, { run, test, seed, context });
  const found = (...more: readonly Judgement[]) =>
    [...judgements, ...more].map((each) => ({ ...each, test, attempt, seed }));
  if (!call) return found();
  const sent = await sendVariant(variant, call, state);
  const { answer, judged } = sent;
  if (judged.verdict !== 'fail')
    return found(
      judged,
      ...others.map(({ requirement, expected }) =>
        run.judge(judgeAcceptance, answer, row, requirement, expected),
      ),
    );
  // Sent before a read is repeated: its objects may not have existed yet (D3), or only intermittently (S14).
  const read = row.method === 'GET' ? await sendControl(variant, call, state) : undefined;
  if ((await sendAgain(variant, call, state)).judged.verdict !== 'fail')
    return found(...judgeNotRepeated(sent, state));
  if (read) return found(...run.judge(settleRefusal, judged, answer, read));
  // The refusal concerns the variant only if the plain call with the same data is accepted on a fresh draft.
  const fresh = await prepareWith(row.id, state);
  const outcome = fresh.call ? await sendControl(variant, fresh.call, fresh.state) : 'refused';
  const settled = run.judge(settleRefusal, judged, answer, outcome);
  return found(...fresh.judgements, ...settled);
};
