import { join } from 'node:path';
import { launch, ROOT } from './launch.mjs';

// npm runs scripts in the project's folder; resolve paths relative to the caller's folder.
const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env;
const movedByNpm = script !== undefined && script !== 'npx' && process.cwd() === ROOT;

/** Maps a signal to the program's own exit codes: 3 if it was stopped, 4 if it crashed. */
const codeOf = (signal) => {
  const isStop = ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal);
  const what = isStop
    ? `stopped by ${signal}`
    : `the harness is at fault: it was ended by ${signal}`;
  const hint =
    signal === 'SIGABRT' ? '; this is mostly too little memory (NODE_OPTIONS, ulimit)' : '';
  process.stderr.write(`assay: ${what}${hint}\n`);
  return isStop ? 3 : 4;
};

await launch(
  join(ROOT, 'cli', 'main.ts'),
  process.argv.slice(2),
  movedByNpm && caller ? caller : process.cwd(),
  codeOf,
);
