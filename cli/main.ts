import { conductsSuites } from './commands.ts';
import { guardProcess } from './guarded-process.ts';
import { keepCompiled } from './keep-compiled.ts';
import { keepHeapSmall } from './small-heap.ts';
import { suiteThread } from './suite-thread.ts';

// Before anything else is loaded: loading takes a while, and may fail.
const { takeStop, end } = guardProcess();
keepHeapSmall();
keepCompiled();

const args = process.argv.slice(2);
// It takes as long to load as the command, and needs nothing of it; where the arguments are wrong it ends with the process.
if (conductsSuites(args)) suiteThread.warmUp();

const run = async (): Promise<void> => {
  const { assay } = await import('./assay.ts');
  end(await assay(args, takeStop, true));
};

// Not awaited here: where nothing is left to wait for, Node would end with a code and a warning of its own.
void run();
