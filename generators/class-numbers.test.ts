import { describe, expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { LINES } from '../spec/line.ts';
import { classNumbers, type ClassSchema } from './class-numbers.ts';
import { draft } from './draft.ts';
import { samples } from './sample.ts';
import { RICH } from './testing/test-body.ts';
import { classesOf } from './testing/value-classes.ts';

const MANY = 4096;

describe.for(LINES)('the class numbers of drafts of %s', (line) => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const numbers = classNumbers(schema, MANY);
  const drafts = samples(draft(line, RICH), 3, 200);

  test('each stand for one class, whatever draft it is in', () => {
    const names = new Map<number, Set<string>>();
    for (const body of drafts) {
      const texts = new Set(classesOf(schema, body));
      const seen = numbers(body);
      expect(seen).toHaveLength(texts.size);
      for (const number of seen) names.set(number, names.get(number)?.intersection(texts) ?? texts);
    }

    // Of two classes that always come together nobody can tell the numbers apart.
    expect([...names.values()].filter((texts) => texts.size === 0)).toEqual([]);
    expect(names.size).toBe(new Set(drafts.flatMap((body) => classesOf(schema, body))).size);
  });

  test('come in order', () => {
    for (const body of drafts)
      expect(numbers(body)).toEqual(numbers(body).toSorted((a, b) => a - b));
  });
});

test('a text and a number are two values, and so are one item and several', () => {
  const numbers = classNumbers(
    {
      type: 'array',
      items: { type: 'string', enum: ['1', 1] },
    },
    MANY,
  );
  const [one, text, number, both, none] = [[1], ['1'], [1, 1], ['1', 1], []].map(numbers);

  expect(new Set([one, text, number, both, none].map(String)).size).toBe(5);
  expect(both).toHaveLength(3);
  expect(none).toHaveLength(1);
});

test('a schema with more classes than there is room for is refused', () => {
  const numbers = classNumbers({ type: 'string', enum: ['a', 'b', 'c'] }, 2);

  expect(['a', 'b', 'a'].map((value) => numbers(value))).toEqual([[0], [1], [0]]);
  expect(() => numbers('c')).toThrow(new RangeError('a schema has more than 2 value classes'));
});
