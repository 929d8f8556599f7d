import { leaves, valueAt } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { validBody } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isContentRefused } from '../../oracles/refusals/acceptance.ts';
import { operation, type OperationId, takesBodyOnDraft } from '../../spec/operations.ts';
import {
  changedIn,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withPlain,
} from '../contexts/context.ts';
import type { Spelling } from '../contexts/country.ts';
import type { Try } from '../engine/checks.ts';
import type { Circumstances } from '../engine/refused-updates.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { createEmptyDraft, followDraft } from '../fields/follow-draft.ts';
import { useDraft } from '../contexts/use-draft.ts';
import { makeVisit, makeVisits, MAY_REFUSE, possibleCall } from '../journey/make-call.ts';
import { type JourneyState, type Start, withOwnData, writesOf } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { bodyOf, type Written } from './decisive-value.ts';

/** Number of complete bodies, of which those most like the refused body are tried: they may have the refused value as well. */
const COMPLETE = 10;
const TRIED = 3;

const hasContract = ({ exchanges }: JourneyState): boolean =>
  exchanges.some(
    (each) => each.operation?.endsWith('.contract-create') === true && isAccepted(each),
  );

/**
 * Writes a new draft and brings it into its context, with a contract even if drafts of the line are closed by one (S18). False if
 * the service refuses to write it, or makes no contract, so that it cannot be compared with others that have one.
 */
export const makeUsedDraft = async (
  state: JourneyState,
  { contract }: ProbeContext,
): Promise<boolean> => {
  state.context = { ...state.context, contract };
  for (const visit of writesOf(state.line))
    if (!isAccepted(await makeVisit(visit, state, MAY_REFUSE))) return false;
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
export class BodyWrites {
  readonly one: Try;
  readonly on: OperationId;
  /** Spelling of the country; default: the canonical one. */
  readonly country: Spelling | undefined;
  /** Context of the draft that is written to; default: a new one. */
  context: ProbeContext;
  /** Content of the draft of a call that does not write it. */
  draft: object | undefined;
  readonly found: Judgement[] = [];
  #sent = 0;

  constructor(one: Try, on: OperationId, { country, context = PLAIN, draft }: Circumstances) {
    this.one = one;
    this.on = on;
    this.country = country;
    this.context = context;
    this.draft = draft;
  }

  /** Sends a body, on a new draft if it is not one itself; undefined if there was no answer. */
  async write(body: object, context = this.context): Promise<Written | undefined> {
    this.#sent += 1;
    const { run, test, seed } = withOwnData(this.one, 'written', this.#sent);
    const start = { run, test, seed, on: this.on, body, until: 'write', intent: 'open' } as const;
    if (this.draft) return this.#writeOn(start, this.draft);
    if (this.country !== undefined) return this.#writeSpelled(start, this.country);
    if (!isNewObject(context)) return this.#writeUsed({ ...start, context });
    const { legs, judgements } = await followDraft(start);
    this.found.push(...judgements);
    const exchange = legs.at(-1)?.exchange;
    return exchange && { body, exchange };
  }

  /** Sends a body on a new draft with this content, which is priced before a lead. */
  async #writeOn(
    start: Start & { readonly body: object },
    content: object,
  ): Promise<Written | undefined> {
    const { line, step } = operation(this.on);
    const data = { draft: content, revised: content, priceRequest: {} };
    const state = initialState(start, line, data);
    const price = { step: 'price-request' } as const;
    await makeVisits(
      [...writesOf(line), ...(step === 'lead-create' ? [price] : [])],
      state,
      MAY_REFUSE,
    );
    const exchange = await makeVisit({ step }, state, { ...MAY_REFUSE, body: start.body });
    this.found.push(...state.judgements);
    return exchange && { body: start.body, exchange };
  }

  /** Writes the content that a used draft holds: a service may refuse to change it (R5). */
  async #writeUsed(
    start: Start & { readonly body: object; readonly context: ProbeContext },
  ): Promise<Written | undefined> {
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
  ): Promise<Written | undefined> {
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
 * Complete bodies, those most like this one first, such as drafts for a person as well. Every field of a car, a lead or a price
 * request is optional: those with the most fields come first.
 */
export const completesLike = ({ one, on }: BodyWrites, body: object): readonly object[] => {
  const kept = leaves(body).map(([pointer]) => pointer);
  const isWhole = !takesBodyOnDraft(operation(on));
  const lostIn = (other: object): number =>
    isWhole
      ? kept.filter((pointer) => valueAt(other, pointer) === undefined).length
      : -Object.keys(other).length;
  return completeBodies(one, on)
    .toSorted((a, b) => lostIn(a) - lostIn(b))
    .slice(0, TRIED);
};

const isAnyAccepted = async (writes: BodyWrites, bodies: readonly object[]): Promise<boolean> => {
  for (const body of bodies) if (isAccepted((await writes.write(body))?.exchange)) return true;
  return false;
};

/**
 * Reduces the context of a used draft to the smallest in which it refuses a body. False if it takes no other content either, which
 * is its right (R5).
 */
export const reduceContext = async (
  writes: BodyWrites,
  body: object,
  others: readonly object[],
): Promise<boolean> => {
  if (!(await isAnyAccepted(writes, others))) return false;
  for (const name of changedIn(writes.context)) {
    const smaller = withPlain(writes.context, name);
    const written = await writes.write(body, smaller);
    if (written && isContentRefused(written.exchange)) writes.context = smaller;
  }
  return true;
};
