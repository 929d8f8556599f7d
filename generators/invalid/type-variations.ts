import type { ResourceRow } from '../../spec/resource-rows.ts';
import { type Variation, holding } from './variation.ts';

const text = (name: string, value: string) => holding(name, 'wrong-type', value, 'text');
const object = (name: string) => holding(name, 'wrong-type', { value: 'abc' }, 'object');
const list = (name: string) => holding(name, 'wrong-type', ['abc'], 'list');

const notWhole = (name: string): Variation => ({
  variant: 'not-whole',
  kind: 'not-whole',
  what: `${name} is not whole, such as 12.5`,
  spoil: (current) => Number(current) + 0.5,
});

/**
 * Unmistakable values of another type (V1); one list item in place of a list, or a list of one in place of its item, is
 * what lenient parsers take, and no variant here.
 */
export function typeVariations({ name, schema }: ResourceRow): Variation[] {
  switch (schema.type) {
    case 'string':
      return [object(name)];
    case 'integer':
      return [text(name, 'abc'), object(name), notWhole(name)];
    case 'boolean':
      return [text(name, 'maybe'), object(name)];
    case 'object':
      return [text(name, 'abc'), list(name)];
    default:
      return [text(name, 'abc')];
  }
}
