import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { isObject, objectIn } from '../../oracles/answers/json-body.ts';
import { isContentRefused } from '../../oracles/refusals/acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import {
  isDraftWrite,
  operation,
  type OperationId,
  takesBodyOnDraft,
} from '../../spec/operations.ts';
import type { Spelling } from '../contexts/country.ts';
import {
  changedIn,
  isNewObject,
  LEGAL_CALL_DIMENSIONS,
  type ProbeContext,
} from '../contexts/context.ts';

/** A legal update that a used draft refused. */
export interface RefusedUpdate {
  readonly context: ProbeContext;
  readonly body: object;
}

/** Maximum numbers of refused updates kept for each line, and for each way in which a draft was used. */
const MAX_UPDATES = { line: 10, use: 2 } as const;

/**
 * Names of the dimensions in which a draft was used. One with a contract may be closed (S18), for whatever else it was used.
 */
const usesOf = (context: ProbeContext): string =>
  context.contract === 'made'
    ? 'contract'
    : changedIn(context)
        .filter((name) => LEGAL_CALL_DIMENSIONS.some((each) => each === name))
        .join(' ');

/** Legal updates that used drafts refused: the service's right (R5), unless its drafts take other contents. */
export class RefusedUpdates {
  readonly #all = new Map<Line, readonly RefusedUpdate[]>();

  /** Records a refused update. That of a new draft is judged by others. */
  note(
    line: Line,
    { context, body }: { readonly context: ProbeContext; readonly body: unknown },
  ): void {
    if (isNewObject(context) || !isObject(body)) return;
    const known = this.on(line);
    const use = usesOf(context);
    const alike = known.filter((each) => usesOf(each.context) === use);
    if (known.length < MAX_UPDATES.line && alike.length < MAX_UPDATES.use)
      this.#all.set(line, [...known, { context, body }]);
  }

  on(line: Line): readonly RefusedUpdate[] {
    return this.#all.get(line) ?? [];
  }
}

/** Maximum numbers of refused bodies kept for each operation, by what was done with their drafts before. */
const MAX_BODIES = { new: 8, used: 2, contracted: 2 } as const;

/** Circumstances of a refused write, if they may be the reason. */
export interface Circumstances {
  /** Spelling of the country; left out: the draft was refused in the canonical one. */
  readonly country?: Spelling | undefined;
  /** Context of a used draft; left out: a new one. */
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

/** Content of the draft of these calls: that of its last accepted write; undefined if they wrote none. */
const contentIn = (exchanges: readonly Exchange[]): object | undefined => {
  const written = exchanges.findLast(
    (each) =>
      each.operation !== undefined && isDraftWrite(operation(each.operation)) && isAccepted(each),
  );
  return written && objectIn(written.request.body);
};

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
    this.#add(on, { body, country, context, refusal });
  }

  /** Records the body of a legal call on a draft if it is refused; `before`: the calls on the draft, one of which wrote it. */
  noteOnDraft(exchange: Exchange, before: readonly Exchange[]): void {
    const { operation: on, request } = exchange;
    if (on === undefined || !takesBodyOnDraft(operation(on)) || !isContentRefused(exchange)) return;
    const [body, draft] = [objectIn(request.body), contentIn(before)];
    if (body && draft) this.#add(on, { body, draft });
  }

  #add(on: OperationId, refused: RefusedBody): void {
    const known = this.on(on);
    const history = historyOf(refused);
    const alike = known.filter((each) => historyOf(each) === history);
    const textOf = ({ body, draft }: RefusedBody): string => JSON.stringify([body, draft]);
    const same = alike.find((each) => textOf(each) === textOf(refused));
    if (same) {
      const other = { ...same, refusal: same.refusal ?? refused.refusal };
      this.#all.set(on, known.with(known.indexOf(same), other));
    } else if (alike.length < MAX_BODIES[history]) this.#all.set(on, [...known, refused]);
  }

  on(on: OperationId): readonly RefusedBody[] {
    return this.#all.get(on) ?? [];
  }
}
