import { assay } from '../assay.ts';

// One command after the other in one process: loading the harness costs more than many a run.
process.on('message', (args: readonly string[]) => {
  void assay(args).then((exitCode) => process.send?.({ exitCode }));
});
process.on('disconnect', () => process.exit());
