import { expect, test } from 'vitest';
import { memoized, memoizedByObject } from './memoized.ts';

test('what was computed is not computed again, of as many keys as are kept', () => {
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
