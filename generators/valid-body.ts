import type * as fc from 'fast-check';
import type { FieldBody } from '../spec/requirements/field-bodies.ts';
import { car } from './car.ts';
import type { GeneratorContext } from './context.ts';
import { completeDraft, draft } from './draft.ts';
import { lead, gapPriceRequestBody, toContractPayload } from './request-bodies.ts';
import { type Extent, oneKindOf } from './record.ts';
import { brokenRules } from './rules.ts';
import { type Line, LINES } from '../spec/line.ts';

/** A body that is the draft of a line, as opposed to a car, a lead and the like. */
export type DraftBody = `${Line}-draft`;

/** The line whose draft a body is; undefined for every other body. */
export function lineOfDraft(body: FieldBody): Line | undefined {
  return LINES.find((line) => body === `${line}-draft`);
}

/** Parts of a to-contract payload without a real contract; a suite puts faults into its real one. */
const MADE_UP = { term: 'YEARLY', amount: 13_250, token: 'made-up-user-terms-token' } as const;

const ONE_SHOTS: Readonly<
  Record<Exclude<FieldBody, DraftBody>, (context: GeneratorContext) => fc.Arbitrary<object>>
> = {
  car,
  lead: () => oneKindOf(lead('travel'), lead('travel', 'EMAIL')),
  'gap-lead': () => oneKindOf(lead('gap'), lead('gap', 'EMAIL')),
  'gap-price-request': gapPriceRequestBody,
  'to-contract': () => toContractPayload(MADE_UP),
};

/**
 * A legal body of any kind that has fields; only drafts distinguish `complete` from `any`. A to-contract payload is
 * made up (P5). Shrinks as its own generator does. Throws RangeError if the context is incomplete.
 */
export function validBody(
  body: FieldBody,
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<object> {
  const line = lineOfDraft(body);
  if (line !== undefined) return (extent === 'complete' ? completeDraft : draft)(line, context);
  return ONE_SHOTS[body as keyof typeof ONE_SHOTS](context);
}

/** Names of the rules beyond its schema that a body breaks; it must fit the schema. Only drafts have rules. */
export function brokenRulesOf(body: FieldBody, value: object, context: GeneratorContext): string[] {
  const line = lineOfDraft(body);
  return line === undefined ? [] : brokenRules(line, value, context);
}
