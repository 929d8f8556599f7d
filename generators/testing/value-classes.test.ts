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

test('a value belongs to the classes of what it holds and lacks', () => {
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

test('an absent object says nothing of what it would hold', () => {
  expect(classesOf(schema, { name: 'n', kind: 'b' })).toEqual([
    '/name present',
    '/kind present',
    '/kind = "b"',
    '/items absent',
  ]);
});
