import type { Line } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import type { DraftOf } from './draft.ts';
import { gapRules } from './gap/rules.ts';
import { joblossRules } from './jobloss/rules.ts';
import { landlordRules } from './landlord/rules.ts';
import type { Rules } from './common-rules.ts';
import { travelRules } from './travel/draft.ts';

/** The rules that a valid draft keeps beyond its schema, by line and name. */
export const RULES: { readonly [L in Line]: Rules<DraftOf<L>> } = {
  jobloss: joblossRules,
  travel: travelRules,
  landlord: landlordRules,
  gap: gapRules,
};

/** Names of the rules that a draft breaks; none for a valid one. The draft must be valid against its schema. */
export function brokenRules<L extends Line>(
  line: L,
  draft: DraftOf<L>,
  context: GeneratorContext,
): string[] {
  return Object.entries(RULES[line])
    .filter(([, keeps]) => !keeps(draft, context))
    .map(([name]) => name);
}
