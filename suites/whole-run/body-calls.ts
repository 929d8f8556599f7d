import { leaves, valueAt } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { validBody } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isContentRefused } from '../../oracles/refusals/acceptance.ts';
import { operation, type OperationId, takesBodyOnDraft } from '../../spec/operations.ts';
import { isNewObject, PLAIN, type ProbeContext, smallestContext } from '../contexts/context.ts';
import type { Spelling } from '../contexts/country.ts';
import type { Try } from '../engine/checks.ts';
import type { Circumstances } from '../engine/refused-bodies.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { createEmptyDraft, followDraft } from '../fields/follow-draft.ts';
import { useDraft } from '../contexts/use-draft.ts';
import { makeVisit, MAY_REFUSE, possibleCall } from '../journey/make-call.ts';
import {
  type JourneyState,
  type Start,
  type Visit,
  withOwnData,
  writesOf,
} from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { bodyOf, type Sent } from './decisive-value.ts';

/** Numbers of drawn bodies and of those that are tried, since some have the refused value as well. */
const COMPLETE = 10;
const TRIED = 3;

const hasContract = ({ exchanges }: JourneyState): boolean =>
  exchanges.some(
    (each) => each.operation?.endsWith('.contract-create') === true && isAccepted(each),
  );

/** Makes these visits; false as soon as one is not accepted. */
const makeAll = async (visits: readonly Visit[], state: JourneyState): Promise<boolean> => {
  for (const visit of visits)
    if (!isAccepted(await makeVisit(visit, state, MAY_REFUSE))) return false;
  return true;
};

/**
 * Writes a new draft and brings it into its context, with a contract even if drafts of the line are closed by one (S18). False if
 * the service refuses to write it, or makes no contract, so that it cannot be compared with others that have one.
 */
export const makeUsedDraft = async (
  state: JourneyState,
  { contract }: ProbeContext,
): Promise<boolean> => {
  state.context = { ...state.context, contract };
  if (!(await makeAll(writesOf(state.line), state))) return false;
  await useDraft(state);
  return contract !== 'made' || hasContract(state);
};

/** Updates a used draft, which a service may refuse (R5). */
export const updateUsedDraft = (
  state: JourneyState,
  body: unknown,
): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-update' }, state, { ...MAY_REFUSE, body });

/** Calls of one operation with bodies of their own, in the circumstances in which one was refused. */
export class BodyCalls {
  readonly one: Try;
  readonly on: OperationId;
  /** Spelling of the country; default: the canonical one. */
  readonly country: Spelling | undefined;
  /** Context of the draft that is written to; default: a new one. */
  context: ProbeContext;
  /** Content of the draft of a call that does not write it. */
  readonly draft: object | undefined;
  readonly found: Judgement[] = [];
  #sent = 0;

  constructor(one: Try, on: OperationId, { country, context = PLAIN, draft }: Circumstances) {
    this.one = one;
    this.on = on;
    this.country = country;
    this.context = context;
    this.draft = draft;
  }

  /**
   * Sends a body, on a new draft with this content if it is not one itself. Undefined if there was no answer, or if its draft could
   * not be written or, for a lead, priced.
   */
  async send(
    body: object,
    { context = this.context, draft = this.draft }: Pick<Circumstances, 'context' | 'draft'> = {},
  ): Promise<Sent | undefined> {
    this.#sent += 1;
    const { run, test, seed } = withOwnData(this.one, 'written', this.#sent);
    const start = { run, test, seed, on: this.on, body, until: 'write', intent: 'open' } as const;
    if (draft) return this.#sendOn(start, draft);
    if (this.country !== undefined) return this.#writeSpelled(start, this.country);
    if (!isNewObject(context)) return this.#writeUsed({ ...start, context });
    const { legs, judgements } = await followDraft(start);
    this.found.push(...judgements);
    const exchange = legs.at(-1)?.exchange;
    return exchange && { body, exchange };
  }

  async #sendOn(
    start: Start & { readonly body: object },
    draft: object,
  ): Promise<Sent | undefined> {
    const { body } = start;
    const { line, step } = operation(this.on);
    const state = initialState(start, line, { draft, revised: draft, priceRequest: {} });
    const isThere = await makeAll(
      [...writesOf(line), ...(step === 'lead-create' ? [{ step: 'price-request' } as const] : [])],
      state,
    );
    const exchange = isThere
      ? await makeVisit({ step }, state, { ...MAY_REFUSE, body })
      : undefined;
    this.found.push(...state.judgements);
    return exchange && { body, exchange, draft };
  }

  /** Writes the content that a used draft holds: a service may refuse to change it (R5). */
  async #writeUsed(
    start: Start & { readonly body: object; readonly context: ProbeContext },
  ): Promise<Sent | undefined> {
    const { body } = start;
    const { line } = operation(this.on);
    const state = initialState(start, line, { draft: body, revised: body });
    const exchange = (await makeUsedDraft(state, start.context))
      ? await updateUsedDraft(state, body)
      : undefined;
    this.found.push(...state.judgements);
    return exchange && { body, exchange };
  }

  /** Writes a new draft in a spelling, and never in the canonical one instead. */
  async #writeSpelled(
    start: Start & { readonly body: object },
    country: Spelling,
  ): Promise<Sent | undefined> {
    const { body, run } = start;
    const { line, step } = operation(this.on);
    const state = initialState(start, line, { draft: body, revised: body });
    const isThere = step !== 'draft-update' || (await createEmptyDraft(state));
    this.found.push(...state.judgements);
    const call = isThere ? possibleCall({ step }, state) : undefined;
    if (!call) return undefined;
    const exchange = await sendRecorded(run, { ...call, body, country, intent: 'open' });
    return { body, exchange };
  }
}

/** Complete bodies of the operation, the same for equal data. */
export const completeBodies = (
  { run, seed }: Try,
  on: OperationId,
  length = COMPLETE,
): readonly object[] =>
  Array.from({ length }, (_, draw) =>
    sample(validBody(bodyOf(on), run.generators, 'complete'), subSeed(seed, 'complete', draw)),
  );

/**
 * Other legal bodies to take over values from, such as a complete draft for a person as well, those that lose least of this one
 * first. Every field of a car, a lead or a price request may be the reason: those with the most fields, and the empty one.
 */
export const otherBodiesLike = ({ one, on }: BodyCalls, body: object): readonly object[] => {
  const drawn = completeBodies(one, on);
  if (!takesBodyOnDraft(operation(on))) {
    const kept = leaves(body).map(([pointer]) => pointer);
    const lostIn = (other: object): number =>
      kept.filter((pointer) => valueAt(other, pointer) === undefined).length;
    return drawn.toSorted((a, b) => lostIn(a) - lostIn(b)).slice(0, TRIED);
  }
  const largest = drawn.toSorted((a, b) => leaves(b).length - leaves(a).length);
  const others = new Map(
    [...largest.slice(0, TRIED), {}].map((each) => [JSON.stringify(each), each]),
  );
  others.delete(JSON.stringify(body));
  return [...others.values()];
};

const isAnyAccepted = async (calls: BodyCalls, bodies: readonly object[]): Promise<boolean> => {
  for (const body of bodies) if (isAccepted((await calls.send(body))?.exchange)) return true;
  return false;
};

/**
 * Reduces the context of a used draft to the smallest in which it refuses a body. False if it takes no other content either, which
 * is its right (R5).
 */
export const reduceContext = async (
  calls: BodyCalls,
  body: object,
  others: readonly object[],
): Promise<boolean> => {
  if (!(await isAnyAccepted(calls, others))) return false;
  calls.context = await smallestContext(calls.context, async (context) => {
    const sent = await calls.send(body, { context });
    return sent !== undefined && isContentRefused(sent.exchange);
  });
  return true;
};
