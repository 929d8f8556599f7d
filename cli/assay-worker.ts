import { serveCommands } from '../exam/worker.ts';
import { embeddedInTurn } from '../runner/embedded-service.ts';
import { assay } from './assay.ts';

const startEmbedded = embeddedInTurn();

// Entry point of a worker process: every command runs in the same folder.
serveCommands(({ args }) => assay(args, { startEmbedded }));
