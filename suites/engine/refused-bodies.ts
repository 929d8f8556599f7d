import { leaves } from '../../generators/pointer.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { objectIn } from '../../oracles/answers/json-body.ts';
import { isContentRefused } from '../../oracles/refusals/acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import {
  isDraftWrite,
  operation,
  type OperationId,
  takesBodyOnDraft,
} from '../../spec/operations.ts';
import type { ProbeContext } from '../contexts/context.ts';
import type { Spelling } from '../contexts/country.ts';

/** Maximum numbers of refused bodies kept for each operation, by what was done with their drafts before. */
const MAX_BODIES = { new: 8, used: 2, contracted: 2 } as const;

/** Circumstances of a refused call, if they may be the reason. */
export interface Circumstances {
  /** Spelling of the country; left out: the body was refused in the canonical one. */
  readonly country?: Spelling | undefined;
  /** Context of the used draft that was written; left out: a new one, or the call does not write it. */
  readonly context?: ProbeContext | undefined;
  /** Content of the draft on which a call was refused; left out: the call writes the draft. */
  readonly draft?: object | undefined;
}

const historyOf = ({ context }: Circumstances): keyof typeof MAX_BODIES =>
  context === undefined ? 'new' : context.contract === 'made' ? 'contracted' : 'used';

/** A legal body that was refused. */
export interface RefusedBody extends Circumstances {
  readonly body: object;
  /** The answer that refused it, if its draft was certainly new, so that no earlier call can be the reason. */
  readonly refusal?: Exchange | undefined;
}

const isCreation = (on: OperationId): boolean => operation(on).step === 'draft-create';

const stepOf = ({ operation: on }: Exchange): Step | undefined => on && operation(on).step;

/** Content of the draft of these calls: that of its last accepted write; undefined if they wrote none, or an invalid one. */
const contentIn = (exchanges: readonly Exchange[]): object | undefined => {
  const written = exchanges.findLast(
    (each) =>
      each.operation !== undefined && isDraftWrite(operation(each.operation)) && isAccepted(each),
  );
  return written && written.intent !== 'faulty' ? objectIn(written.request.body) : undefined;
};

/** Steps after which a service may refuse further cars, leads and price requests of a draft (R5, S18). */
const CLOSING: readonly (Step | undefined)[] = ['lead-create', 'contract-create'];

/**
 * True if a lead on the draft has somebody to go to: by e-mail (L1), and without transport also by post, of which the
 * specification says nothing (L2).
 */
const isReachable = (draft: object, lead: object): boolean => {
  const pointers = leaves(draft).map(([pointer]) => pointer);
  return (
    pointers.includes('/policyholder/contact/email') &&
    ('transport' in lead ||
      pointers.some((pointer) => /^\/policyholder\/(billingA|a)ddress\/street$/.test(pointer)))
  );
};

/**
 * True if nothing but the body and the content of the draft can be the reason of a refusal: the draft was not closed by earlier
 * calls, and for a lead it was priced and has what a lead needs.
 */
const isOpenFor = (
  on: OperationId,
  before: readonly Exchange[],
  { body, draft }: { readonly body: object; readonly draft: object },
): boolean => {
  const steps = before.filter(isAccepted).map(stepOf);
  if (steps.some((step) => CLOSING.includes(step))) return false;
  return operation(on).step === 'lead-create'
    ? steps.includes('price-request') && isReachable(draft, body)
    : !steps.includes('token-terms');
};

const fieldsOf = (body: object): string =>
  leaves(body)
    .map(([pointer]) => pointer)
    .join();

/** Legal bodies that the service refused: at a write of a new draft or of a used one, or on a draft (V17). */
export class RefusedBodies {
  readonly #all = new Map<OperationId, readonly RefusedBody[]>();

  /**
   * Records the body of a legal call if it is a refused write of a draft. `isNew`: no other call than its creation was made on
   * the draft.
   */
  note(
    exchange: Exchange | undefined,
    { country, context, isNew = false }: Circumstances & { readonly isNew?: boolean } = {},
  ): void {
    const on = exchange?.operation;
    if (on === undefined || !isDraftWrite(operation(on)) || !isContentRefused(exchange)) return;
    const body = objectIn(exchange.request.body);
    if (!body) return;
    const refusal = isNew || isCreation(on) ? exchange : undefined;
    const known = this.on(on);
    const same = known.find(
      (each) =>
        historyOf(each) === historyOf({ context }) &&
        JSON.stringify(each.body) === JSON.stringify(body),
    );
    if (!same) this.#add(on, { body, country, context, refusal });
    else if (!same.refusal)
      this.#all.set(on, known.with(known.indexOf(same), { ...same, refusal }));
  }

  /**
   * Records the body of a legal call on a draft if it is refused; `before`: the calls on the draft, one of which wrote it. One
   * draft of equal fields is kept for each body.
   */
  noteOnDraft(exchange: Exchange, before: readonly Exchange[]): void {
    const { operation: on, request } = exchange;
    if (on === undefined || !takesBodyOnDraft(operation(on)) || !isContentRefused(exchange)) return;
    const [body, draft] = [objectIn(request.body), contentIn(before)];
    if (!body || !draft || !isOpenFor(on, before, { body, draft })) return;
    const isKnown = this.on(on).some(
      (each) =>
        each.draft !== undefined &&
        fieldsOf(each.draft) === fieldsOf(draft) &&
        JSON.stringify(each.body) === JSON.stringify(body),
    );
    if (!isKnown) this.#add(on, { body, draft });
  }

  #add(on: OperationId, refused: RefusedBody): void {
    const known = this.on(on);
    const history = historyOf(refused);
    const alike = known.filter((each) => historyOf(each) === history);
    if (alike.length < MAX_BODIES[history]) this.#all.set(on, [...known, refused]);
  }

  on(on: OperationId): readonly RefusedBody[] {
    return this.#all.get(on) ?? [];
  }
}
