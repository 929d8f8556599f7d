import { serveCommands } from '../exam/worker.ts';
import { reusableEmbedded } from '../runner/embedded-service.ts';
import { assay } from './assay.ts';

const startEmbedded = reusableEmbedded();

// Entry point of a worker process: every command runs in the same folder.
serveCommands(({ args }) => assay(args, { startEmbedded }));
