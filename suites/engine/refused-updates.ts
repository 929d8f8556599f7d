import { isObject } from '../../oracles/answers/json-body.ts';
import type { Line } from '../../spec/line.ts';
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
