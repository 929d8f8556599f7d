import type { Caller } from '../../client/http/client.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import { emptyMemory } from '../run-memory.ts';
import type { Run } from '../run.ts';

/** A run for the same target whose findings are kept for a comparison, instead of being written. */
export interface ClientRun {
  readonly run: Run;
  readonly found: Finding[];
}

const NONE: ReadonlySet<RequirementId> = new Set();

/** Who asks, and with which data. */
export interface AskedAs {
  /** Stands before the names of its tests. */
  readonly name: string;
  /** Undefined: Assay's own client. */
  readonly profile?: Caller['profile'];
  readonly seed: number;
}

/**
 * A run that judges these cells alone as another caller would: the same limits and record, a memory of its own, and the data of
 * its seed. It tries each probe once, as a gate does.
 */
export const openClientRun = (
  run: Run,
  cells: readonly Cell[],
  { name, profile, seed }: AskedAs,
): ClientRun => {
  const found: Finding[] = [];
  const byOperation: ReadonlyMap<OperationId, ReadonlySet<RequirementId>> = new Map(
    [...Map.groupBy(cells, ({ operation }) => operation)].map(([on, own]) => [
      on,
      new Set(own.map(({ requirement }) => requirement)),
    ]),
  );
  const requirementsOn: Run['requirementsOn'] = (on) => byOperation.get(on) ?? NONE;
  const caller: Caller = {
    test: (test) => `${name}/${test}`,
    ...(profile === undefined ? {} : { profile }),
  };
  return {
    found,
    run: {
      ...run,
      // It has found nothing before, and stops for no fail of its own.
      plan: {
        ...run.plan,
        seed,
        runs: 1,
        thorough: false,
        failFast: false,
        lastFailures: [],
        probes: [],
      },
      cells,
      client: run.client.as(caller),
      memory: emptyMemory(),
      requirementsOn,
      judges: (requirement, on) => requirementsOn(on).has(requirement),
      write: (findings) => {
        for (const each of findings)
          if (run.judges(each.requirement, each.operation))
            found.push({ ...each, test: `${name}/${each.test}` });
      },
    },
  };
};
