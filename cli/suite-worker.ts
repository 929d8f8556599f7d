import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import type { Run } from '../suites/run.ts';

// What a suite-thread runs: vitest's own worker, but for what it forgets between two runs.
const port = parentPort;
if (port === null) throw new Error('suite-worker.ts is the program of a thread');

type Listener = (message: unknown) => void;

// Vite names files with slashes on every system; importing its own function for that would load all of it.
const SUITES = fileURLToPath(new URL('../suites/', import.meta.url)).replaceAll('\\', '/');

// The suites open their target, their record and their findings when they are loaded; all else is without a state and stays
// compiled.
let forgetSuites = (): void => undefined;
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
    forgetSuites = () => {
      const opened = evaluatedModules.getModuleById(`${SUITES}run.ts`)?.exports?.run as
        Run | undefined;
      // Nobody waits for it: where a run was stopped, a request may be under way until its deadline.
      opened?.close().catch(() => undefined);
      for (const node of evaluatedModules.idToModuleMap.values()) {
        if (node.file.startsWith(SUITES)) evaluatedModules.invalidateModule(node);
      }
    };
  },
  runTests: async (state, traces) => {
    try {
      await runBaseTests('run', state, traces);
    } finally {
      forgetSuites();
    }
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
