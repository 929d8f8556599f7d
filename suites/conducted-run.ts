import { askForOneDraft } from './bare-drafts.ts';
import type { NamedSuite } from './agendas.ts';
import { endsOf } from './ends-of.ts';
import { openSuites } from './open-suites.ts';
import { openRun, type Run } from './run.ts';
import type { RunPlan } from './run-plan.ts';
import type { SuiteTest } from './suite.ts';
import type { TestEnd } from './conduct-suites.ts';

/** A run whose suites send. */
export interface ConductedRun {
  readonly run: Run;
  readonly suites: readonly NamedSuite[];
  /** How a test ends. */
  readonly endOf: (test: SuiteTest) => Promise<TestEnd>;
}

const conduct = async (plan: RunPlan): Promise<ConductedRun> => {
  const run = await openRun(plan);
  try {
    await askForOneDraft(run);
    const suites = openSuites(run);
    return { run, suites, endOf: endsOf(run, suites) };
  } catch (error) {
    run.close().catch(() => undefined);
    throw error;
  }
};

// Of this thread: its program begins a run, and the shell, which vitest loads, shows it.
let conducted: Promise<ConductedRun> | undefined;

/** Begins the run of a plan, so that it sends while vitest gets ready to show it. */
export const conductRun = (plan: RunPlan): void => {
  conducted = conduct(plan);
  // Whoever shows it says what is wrong.
  conducted.catch(() => undefined);
};

/** The run that was conducted last, handed over once. Rejects where it could not be opened, and where there is none. */
export const takeConductedRun = async (): Promise<ConductedRun> => {
  const taken = conducted;
  conducted = undefined;
  if (!taken) throw new Error('no run was conducted in this thread');
  return taken;
};
