import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

// What a suite-thread runs: vitest's own worker, but for what it forgets between two runs.
const port = parentPort;
if (port === null) throw new Error('suite-worker.ts is the program of a thread');

type Listener = (message: unknown) => void;

// Vite names files with slashes on every system; importing its own function for that would load all of it.
const SHELL = fileURLToPath(new URL('../suites/assay.suite.ts', import.meta.url)).replaceAll(
  '\\',
  '/',
);

// That one opens the run when it is loaded, and so anew for every run; all else is without a state and stays compiled.
let forgetShell = (): void => undefined;
// Vitest listens anew in every run, and leaves it to the worker to stop that.
let heard: Listener[] = [];
let isReady = false;

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
      await runBaseTests('run', state, traces);
    } finally {
      forgetShell();
    }
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

// What the shell needs is loaded while vitest gets ready; where that fails, the shell fails, too, and says why.
Promise.all([
  import('../suites/open-suites.ts'),
  import('../suites/run.ts'),
  import('../suites/ends-of.ts'),
  import('../suites/conclude.ts'),
  import('../suites/evidence.ts'),
]).catch(() => undefined);
