import type { Fault } from './fault.ts';
import { answeredFieldFaults } from './fields/answered-fields.ts';
import { joblossRuleFaults } from './fields/jobloss-rules.ts';
import { mergedListFaults } from './fields/merged-lists.ts';
import { readBackFaults } from './fields/read-backs.ts';
import { refusedValueFaults } from './fields/refused-values.ts';
import { roundedIntegerFaults } from './fields/rounded-integers.ts';
import { keyValueFaults, ruleFaults } from './fields/rules.ts';
import { unenforcedFaults } from './fields/unenforced.ts';

/** The faults that follow from the field tables, row by row, and those of the business rules. */
export const fieldFaults: readonly Fault[] = [
  ...unenforcedFaults,
  ...mergedListFaults,
  ...roundedIntegerFaults,
  ...refusedValueFaults,
  ...readBackFaults,
  ...answeredFieldFaults,
  ...joblossRuleFaults,
  ...ruleFaults,
  ...keyValueFaults,
];
