import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { PLACEHOLDERS } from './body-templates.ts';
import { targetFileJsonSchema } from './target-json-schema.ts';

const ROW = /^\| `\{\{([\w.]+)\}\}` +\| (.+?) +\|$/gm;

test('the documentation lists every placeholder with its meaning, and no other', () => {
  const text = readFileSync(join(PROJECT, 'docs', 'implementer.md'), 'utf8');
  const rows = [...text.matchAll(ROW)].map(([, name, what]) => [name, what]);

  expect(Object.fromEntries(rows)).toEqual(PLACEHOLDERS);
  expect(rows).toHaveLength(Object.keys(PLACEHOLDERS).length);
});

test('the editor schema lists them all', () => {
  const schema = JSON.stringify(targetFileJsonSchema());

  for (const name of Object.keys(PLACEHOLDERS)) expect(schema).toContain(`{{${name}}}`);
});
