import type { Caller } from '../../client/http/client.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import { conductSuites, type TestEnd } from './conduct-suites.ts';
import { type Run, cellsOf } from './run.ts';
import { RunMemory } from './run-memory.ts';
import type { RunPlan } from './run-plan.ts';
import type { NamedSuite } from './schedule.ts';
import { reportOthers } from './sightings.ts';
import { RunStopped } from './stop.ts';
import type { SuiteName } from './suite-order.ts';

/** Opens these suites of a run. */
export type OpenSuites = (run: Run, names: readonly SuiteName[]) => readonly NamedSuite[];

/** Part of a run that is conducted once more. */
export interface Part {
  readonly suites: readonly SuiteName[];
  /** Cells to judge, beside the probes of the plan. */
  readonly cells: readonly Cell[];
  /** Differences from the plan of the run. */
  readonly plan: Partial<RunPlan>;
  /** Another client, whose tests get a prefix; left out: the client of the run. */
  readonly caller?: { readonly name: string; readonly profile?: Caller['profile'] };
}

/**
 * Conducts a part of a run once more, with the same limits and record, but its own memory. `write` receives its findings. Throws
 * the error of a test, and RunStopped.
 */
export const conductPart = async (
  run: Run,
  open: OpenSuites,
  { suites, cells, plan, caller }: Part,
  write: (findings: readonly Finding[]) => void,
): Promise<void> => {
  const memory = new RunMemory(run.memory);
  const test = (own: string): string => (caller ? `${caller.name}/${own}` : own);
  const { profile } = caller ?? {};
  const part: Run = {
    ...run,
    ...cellsOf(cells),
    plan: { ...run.plan, lastFailures: [], failFast: false, ...plan },
    client: caller
      ? run.client.as(profile === undefined ? { test } : { test, profile })
      : run.client,
    memory,
    write: (findings) => {
      memory.noteWritten(findings);
      write(findings.map((each) => ({ ...each, test: test(each.test) })));
    },
  };
  const ends: TestEnd[] = [];
  // Not announced: what is conducted depends on the answers.
  const opened = open(part, suites).map((suite) => ({ ...suite, probes: () => [] }));
  await conductSuites(part, opened, (_test, end) => ends.push(end));
  reportOthers(part);
  const broken = ends.find(({ error }) => error !== undefined);
  if (broken) throw broken.error;
  const stopped = ends.find((end) => end.stopped !== undefined)?.stopped;
  if (stopped !== undefined) throw new RunStopped(stopped);
};
