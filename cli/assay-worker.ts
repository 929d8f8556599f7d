import { runOrders } from '../exam/worker.ts';
import { assay } from './assay.ts';

// Entry point of a worker process: every command runs in the same folder.
runOrders(({ args }) => assay(args));
