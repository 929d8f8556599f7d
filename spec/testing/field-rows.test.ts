import { expect, test } from 'vitest';
import { fieldRows } from './field-rows.ts';

test('objects, arrays and their items have rows', () => {
  const schema = {
    type: 'object',
    required: ['list'],
    properties: {
      list: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
    },
  } as const;

  expect(fieldRows(schema)).toEqual([
    { pointer: '/list', type: 'array', presence: 'required', values: '-' },
    { pointer: '/list/*', type: 'object', presence: 'required', values: '-' },
    { pointer: '/list/*/on', type: 'boolean', presence: 'optional', values: '-' },
  ]);
});

test.each([
  [{ type: 'string', enum: ['nl', 'fr'] }, 'nl,fr'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', pattern: '^BE\\d+$' }, 'be-vat'],
  [{ type: 'integer', not: { const: 0 } }, 'not-zero'],
  [{ type: 'integer' }, '-'],
] as const)('the values of %j are %s', (field, values) => {
  expect(fieldRows({ type: 'object', properties: { field } })[0]?.values).toBe(values);
});

test('refuses a pattern without a name', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } } as const;

  expect(() => fieldRows(schema)).toThrow('no name for the pattern x');
});
