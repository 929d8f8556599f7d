import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { benchmarksPage, shapeOf } from './benchmarks-page.ts';
import { thisMachine } from './machine.ts';
import { PARTS } from './part.ts';

const written = readFileSync(join(PROJECT, 'docs', 'benchmarks.md'), 'utf8');

test('the page is one that the command writes', async () => {
  const page = benchmarksPage(thisMachine(new Date(0), '1'), new Map());
  expect(shapeOf(written)).toEqual(shapeOf(await format(page, { parser: 'markdown' })));
});

test('a part that was not measured says why', () => {
  const results = new Map([['replay', { skipped: 'no Node' }]]);
  const page = benchmarksPage({}, results);
  expect(page).toContain('Not measured: no Node.');
  expect(page.match(/^Not measured in this run/gm)).toHaveLength(PARTS.length - 1);
});
