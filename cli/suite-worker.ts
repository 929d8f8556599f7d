import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

// What a suite-thread runs: vitest's own worker, but for what it forgets between two runs.
const port = parentPort;
if (port === null) throw new Error('suite-worker.ts is the program of a thread');

const SUITES = fileURLToPath(new URL('../suites/', import.meta.url));

// The suites open their target, their record and their findings when they are loaded; all else is without a state and stays
// compiled.
let forgetSuites = (): void => undefined;

init({
  post: (response) => port.postMessage(response),
  on: (callback) => port.on('message', callback),
  off: (callback) => port.off('message', callback),
  onModuleRunner: ({ evaluatedModules }) => {
    forgetSuites = () => {
      for (const node of evaluatedModules.idToModuleMap.values()) {
        if (node.file.startsWith(SUITES)) evaluatedModules.invalidateModule(node);
      }
    };
  },
  runTests: async (state, traces) => {
    forgetSuites();
    await runBaseTests('run', state, traces);
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
