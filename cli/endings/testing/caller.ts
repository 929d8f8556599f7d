import { runOrders } from '../../../exam/worker.ts';
import { assay } from '../../assay.ts';

const own = { cwd: process.cwd(), environment: { ...process.env } };

// The program of a worker whose commands are called from any folder and environment.
runOrders(({ args, cwd = own.cwd, environment }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, own.environment, environment);
  return assay(args);
});
