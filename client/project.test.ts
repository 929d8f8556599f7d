import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT, runsFolder } from './project.ts';

test.each([
  ['of the checkout', PROJECT, PROJECT],
  ['of a folder of the checkout', join(PROJECT, 'docs'), PROJECT],
  ['of a folder with dots', join(PROJECT, '..hidden'), PROJECT],
  ['of a folder beside it', join(PROJECT, '..', 'elsewhere'), join(PROJECT, '..', 'elsewhere')],
  ['of the folder above', join(PROJECT, '..'), join(PROJECT, '..')],
])('runs of a caller %s are kept below it', (_what, caller, below) => {
  expect(runsFolder(caller)).toBe(join(below, 'reports', 'out'));
});
