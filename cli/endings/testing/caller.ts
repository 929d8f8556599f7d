import { serveCommands } from '../../../exam/worker.ts';
import { reusableEmbedded } from '../../../runner/embedded-service.ts';
import { assay } from '../../assay.ts';

const startEmbedded = reusableEmbedded();
const own = { cwd: process.cwd(), environment: { ...process.env } };

// Entry point of a worker that runs commands in any folder and environment.
serveCommands(({ args, cwd = own.cwd, environment }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, own.environment, environment);
  return assay(args, { startEmbedded });
});
