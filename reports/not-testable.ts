import type { Scope } from '../oracles/facts.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';

/** How many selected requirements no run judges, since nobody can observe them from outside. */
export const notTestable = ({ lines, requirements, operations }: Scope): number =>
  [...CATALOGUE].filter(
    ([id, each]) =>
      !isJudged(each) &&
      (requirements?.includes(id) ?? true) &&
      each.operations.some(
        (on) => lines.includes(operation(on).line) && (operations?.includes(on) ?? true),
      ),
  ).length;
