#!/usr/bin/env node
import { join } from 'node:path';
import { launch, ROOT } from './launch.mjs';

// npm runs a script in the project's folder, wherever it was called; paths are meant relative to the caller.
const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env;
const movedByNpm = script !== undefined && script !== 'npx' && process.cwd() === ROOT;

await launch(
  join(ROOT, 'cli', 'main.ts'),
  process.argv.slice(2),
  movedByNpm && caller ? caller : process.cwd(),
);
