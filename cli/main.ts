import { guardExit } from './exit-guard.ts';
import { useCompileCache } from '../client/project.ts';

// Before anything else is loaded: loading takes a while, and may fail.
const { takeStop, end } = guardExit();
useCompileCache();

/**
 * Starts the worker thread of the suites early: it takes as long to load as the command. If the arguments are wrong,
 * it ends with the process.
 */
const preloadSuites = async (args: readonly string[]): Promise<void> => {
  const { runsSuites } = await import('./commands.ts');
  if (!runsSuites(args)) return;
  const { suitesThread } = await import('../runner/suites-thread.ts');
  suitesThread.warmUp();
};

const run = async (): Promise<void> => {
  const args = process.argv.slice(2);
  await preloadSuites(args);
  const { assay } = await import('./assay.ts');
  if (process.stdout.isTTY || process.stderr.isTTY) {
    const { processEnvironment } = await import('../client/target.ts');
    const { usePlainSigns } = await import('../reports/console/plain-signs.ts');
    const system = { platform: process.platform, environment: processEnvironment() };
    usePlainSigns([process.stdout, process.stderr], system);
  }
  end(await assay(args, { takeStop, isLast: true }));
};

// Not awaited: on an empty event loop Node would exit with its own code and a warning.
void run();
