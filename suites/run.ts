import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Client, createClient } from '../client/client.ts';
import { loadTarget } from '../client/load-target.ts';
import { openRecord } from '../client/record.ts';
import { createRedactor, type Redactor } from '../client/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { GeneratorContext } from '../generators/context.ts';
import type { Finding } from '../oracles/finding.ts';
import { cellId, ledger } from '../oracles/ledger.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import type { RunPlan } from './run-plan.ts';

/** The one run of this worker: its target, its client, its writers. */
export interface Run {
  readonly plan: RunPlan;
  readonly target: ResolvedTarget;
  readonly client: Client;
  readonly redactor: Redactor;
  readonly generators: GeneratorContext;
  /** Whether the ledger has this cell: it is selected, applicable and judged by the suites. */
  judges(requirement: RequirementId, on: OperationId): boolean;
  /** Appends findings to `findings.jsonl` at once, so that a killed run keeps them. */
  write(findings: readonly Finding[]): void;
}

const open = async (plan: RunPlan): Promise<Run> => {
  const target = await loadTarget(plan.source);
  const redactor = createRedactor(target);
  const record = openRecord(plan.files.exchanges, redactor);
  const cells = new Set(
    ledger({ lines: plan.lines }, target).flatMap((cell) => (cell.notApplicable ? [] : [cell.id])),
  );
  const judges: Run['judges'] = (requirement, on) => cells.has(cellId(requirement, on));
  return {
    plan,
    target,
    judges,
    redactor,
    client: createClient({ target, record }),
    generators: {
      today: plan.today,
      mailDomain: target.mailDomain,
      vehicleCodes: target.vehicleCodes,
      insurers: target.insurers,
      whiteLabels: target.whiteLabels,
      landlordBirthdateRequired: target.decisions.landlordBirthdateRequired,
    },
    write: (findings) => {
      const lines = findings
        .filter((each) => judges(each.requirement, each.operation))
        .map((finding) => `${redactor.text(JSON.stringify(finding))}\n`)
        .join('');
      appendFileSync(plan.files.findings, lines);
    },
  };
};

/** Opened once, since the worker is not isolated and every suite imports this module. */
export const run: Run = await open(inject('plan'));
