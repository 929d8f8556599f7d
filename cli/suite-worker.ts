import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { RunPlan } from '../suites/run-plan.ts';
import type { Trial } from './try-by-suites.ts';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

// What a suite-thread runs: vitest's own worker, but for what it forgets between two runs.
const port = parentPort;
if (port === null) throw new Error('suite-worker.ts is the program of a thread');

type TrialOrder = Trial & { readonly answers: MessagePort };

/** What a thread is told beside what vitest tells it. */
export interface SuiteOrder {
  /** To try a target, and to say there what came of it. */
  readonly tryOut?: TrialOrder;
  /** To conduct a run, which vitest shows afterwards. */
  readonly conduct?: RunPlan;
}

type Listener = (message: unknown) => void;

// Vite names files with slashes on every system; importing its own function for that would load all of it.
const SHELL = fileURLToPath(new URL('../suites/assay.suite.ts', import.meta.url)).replaceAll(
  '\\',
  '/',
);

// That one takes the run when it is loaded, and so anew for every run; all else stays compiled.
let forgetShell = (): void => undefined;
// Vitest listens anew in every run, and leaves it to the worker to stop that.
let heard: Listener[] = [];
let isReady = false;
// The order to conduct came before that to show, and may still wait for what it needs.
let conducting: Promise<void> | undefined;

init({
  post: (response) => port.postMessage(response),
  on: (listener) => {
    // The first is the worker's own, which starts the runs.
    if (isReady) heard.push(listener);
    isReady = true;
    port.on('message', listener);
  },
  off: (listener) => port.off('message', listener),
  teardown: () => {
    for (const listener of heard) port.off('message', listener);
    heard = [];
  },
  onModuleRunner: ({ evaluatedModules }) => {
    forgetShell = () => {
      const shell = evaluatedModules.getModuleById(SHELL);
      if (shell) evaluatedModules.invalidateModule(shell);
    };
  },
  runTests: async (state, traces) => {
    try {
      await conducting;
      await runBaseTests('run', state, traces);
    } finally {
      forgetShell();
    }
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

// Loaded at once, while the command gets ready; where that fails, so does the run, and says why.
const trying = import('../client/preflight.ts');
trying.catch(() => undefined);
const conductedRun = import('../suites/conducted-run.ts');
Promise.all([conductedRun, import('../suites/conclude.ts'), import('../suites/evidence.ts')]).catch(
  () => undefined,
);

const tryOut = async ({ target, lines, answers }: TrialOrder): Promise<void> => {
  try {
    const { preflight } = await trying;
    answers.postMessage(await preflight(target, lines));
  } finally {
    answers.close();
  }
};

port.on('message', ({ tryOut: wanted, conduct }: SuiteOrder) => {
  // Where it broke, whoever waits sees the port closed.
  if (wanted) tryOut(wanted).catch(() => undefined);
  if (!conduct) return;
  conducting = conductedRun.then(({ conductRun }) => conductRun(conduct));
  conducting.catch(() => undefined);
});
