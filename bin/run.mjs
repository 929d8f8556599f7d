#!/usr/bin/env node
import { resolve } from 'node:path';
import { launch } from './launch.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: node bin/run.mjs FILE.ts [ARGUMENT ...]\n');
  process.exitCode = 2;
} else {
  await launch(resolve(file), args);
}
