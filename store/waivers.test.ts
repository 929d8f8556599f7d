import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { waiversJsonSchema, waiversSchema } from './waivers.ts';

const SCHEMA = new URL('waivers.schema.json', import.meta.url);
const waiver = { requirement: 'STATUS-01', reason: 'r', owner: 'o', expires: '2026-12-31' };

test('a waiver without an operation is about all of them', () => {
  expect(waiversSchema.parse([waiver])).toEqual([{ ...waiver, operation: '*' }]);
});

test('waivers.schema.json is up to date; else: npm run schemas', () => {
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(waiversJsonSchema());
});

test.each([
  [[waiver], true],
  [[{ ...waiver, extra: 1 }], false],
  [[{ ...waiver, expires: '31/12/2026' }], false],
  [[{ ...waiver, owner: '' }], false],
  [waiver, false],
])('waivers.schema.json judges %j as the harness does', (document, isValid) => {
  const ajv = new Ajv2020();
  ajvFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

  expect([validate(document), waiversSchema.safeParse(document).success]).toEqual([
    isValid,
    isValid,
  ]);
});
