import { ALL_FAULTS } from '../generators/invalid/all-faults.ts';
import { operation } from '../spec/operations.ts';
import { type Check, registerChecks } from './checks.ts';
import { judgeLeadFault } from './leads/lead-fault.ts';
import { run } from './run.ts';

const checks: readonly Check[] = ALL_FAULTS.filter(
  (fault) => fault.checkpoint === 'lead' && fault.applies(run.generators),
).flatMap((fault) =>
  fault.operations.map((on) => ({
    requirement: fault.requirement,
    line: operation(on).line,
    operations: [on],
    name: fault.id,
    judge: (one) => judgeLeadFault(fault, on, one),
  })),
);

registerChecks('leads', 'Leads', checks);
