import { completeDraft } from '../../generators/draft.ts';
import { isObject, leaves, type Pointer, valueAt, withValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { operation } from '../../spec/operations.ts';
import type { BodyCalls } from './body-calls.ts';
import type { Sent } from './decisive-value.ts';

/** A field that a draft lacks, and the draft with it. */
type Filled = readonly [pointer: Pointer, draft: object];

/** The fields that a draft lacks in its objects, each with the draft that has it, and the draft with all of them. */
const filledLike = (
  { one, on }: BodyCalls,
  own: object,
): { readonly all: object; readonly single: readonly Filled[] } => {
  const { line } = operation(on);
  const whole = sample(completeDraft(line, one.run.generators), subSeed(one.seed, 'filled'));
  const isLegal = (draft: object): boolean =>
    brokenRulesOf(`${line}-draft`, draft, one.run.generators).length === 0;
  let all = own;
  const single: Filled[] = [];
  for (const [pointer, value] of leaves(whole)) {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    if (valueAt(own, pointer) !== undefined || !isObject(valueAt(own, parent))) continue;
    const filled = withValue(own, pointer, value);
    if (isLegal(filled)) single.push([pointer, filled]);
    const more = withValue(all, pointer, value);
    if (isLegal(more)) all = more;
  }
  return { all, single };
};

/**
 * The condition that the draft of a refused body meets: the field that it lacks, if a draft with that field takes the body. None
 * if no such field decides, or if the body is itself a draft.
 */
export const conditionsOnDraft = async (
  calls: BodyCalls,
  { body, draft: own }: Sent,
): Promise<readonly string[]> => {
  if (!own) return [];
  const isTakenOn = async (draft: object): Promise<boolean> =>
    isAccepted((await calls.send(body, { draft }))?.exchange);
  const { all, single } = filledLike(calls, own);
  if (all === own || !(await isTakenOn(all))) return [];
  for (const [pointer, draft] of single)
    if (await isTakenOn(draft)) return [`the draft has no ${pointer}`];
  return ['the draft lacks some optional fields'];
};
