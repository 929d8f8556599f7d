import { runOrders } from '../exam/worker.ts';
import { assay } from './assay.ts';

// The program of a worker: every command is called from the same place.
runOrders(({ args }) => assay(args));
