import { expect, test } from 'vitest';
import { memoized, memoizedByObject, memoizedLast } from './memoized.ts';

test('does not compute a cached value again, up to the number of keys', () => {
  const asked: string[] = [];
  const lengthOf = memoized((text: string) => {
    asked.push(text);
    return text.length;
  }, 2);

  expect(['a', 'bb', 'a', 'ccc', 'ccc'].map(lengthOf)).toEqual([1, 2, 1, 3, 3]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'ccc']);
});

test('equal objects are two keys', () => {
  let computed = 0;
  const sizeOf = memoizedByObject((list: readonly string[]) => {
    computed += 1;
    return list.length;
  });
  const list = ['a'];

  expect([sizeOf(list), sizeOf(list), sizeOf(['a'])]).toEqual([1, 1, 1]);
  expect(computed).toBe(2);
});

test('computes each of several consecutive objects once', () => {
  const asked: string[] = [];
  const sizeOf = memoizedLast((list: readonly string[]) => {
    asked.push(list.join(''));
    return list.length;
  });
  const [one, two] = [['a'], ['b', 'b']];

  expect([one, one, two, two, one].map(sizeOf)).toEqual([1, 1, 2, 2, 1]);
  expect(asked).toEqual(['a', 'bb', 'a']);
});
