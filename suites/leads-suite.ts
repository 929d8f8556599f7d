import { ALL_FAULTS } from '../generators/invalid/all-faults.ts';
import { operation } from '../spec/operations.ts';
import { type Check, checksSuite, type Try } from './engine/checks.ts';
import { collectLeadFault } from './leads/lead-fault.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';

const CHECKS: readonly Check[] = ALL_FAULTS.filter(
  ({ checkpoint }) => checkpoint === 'lead',
).flatMap((fault) =>
  fault.operations.map((on) => ({
    requirement: fault.requirement,
    line: operation(on).line,
    operations: [on],
    name: fault.id,
    collect: (one: Try) => collectLeadFault(one, fault, on),
  })),
);

/** Leads with one fault, and what a draft lacks for a lead. */
export const leadsSuite = (run: Run): Suite => checksSuite(run, 'leads', CHECKS);
