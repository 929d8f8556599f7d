import { expect, test } from 'vitest';
import { classesOf, valueClasses } from './value-classes.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['a', 'b'] },
    items: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
  },
};

test('the classes of a schema are presence, listed values and lengths', () => {
  expect(valueClasses(schema)).toEqual([
    '/kind absent',
    '/kind present',
    '/kind = "a"',
    '/kind = "b"',
    '/items absent',
    '/items present',
    '/items empty',
    '/items several',
    '/items/*/on absent',
    '/items/*/on present',
    '/items/*/on = true',
    '/items/*/on = false',
  ]);
});

test('a value belongs to the classes of its present and absent parts', () => {
  expect(classesOf(schema, { name: 'n', items: [{ on: true }, {}] })).toEqual([
    '/name present',
    '/kind absent',
    '/items present',
    '/items several',
    '/items/*/on present',
    '/items/*/on = true',
    '/items/*/on absent',
  ]);
});

test('an absent object has no classes for its content', () => {
  expect(classesOf(schema, { name: 'n', kind: 'b' })).toEqual([
    '/name present',
    '/kind present',
    '/kind = "b"',
    '/items absent',
  ]);
});
