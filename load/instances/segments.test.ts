import { expect, test } from 'vitest';
import { segmentArguments, segmentIn, segmentName, segmentsOf } from './segments.ts';

test('segments have the same form as those of k6-operator', () => {
  const [first, second, third] = segmentsOf(3).map(segmentArguments);
  const sequence = '--execution-segment-sequence=0,1/3,2/3,1';
  expect(first).toEqual(['--execution-segment=0:1/3', sequence]);
  expect(second).toEqual(['--execution-segment=1/3:2/3', sequence]);
  expect(third).toEqual(['--execution-segment=2/3:1', sequence]);
  expect(segmentsOf(1).map(segmentArguments)).toEqual([[]]);
});

test('accepts fractions that k6 has reduced', () => {
  expect(segmentIn('1/4:1/2', '0,1/4,1/2,3/4,1')).toEqual({ index: 1, of: 4 });
  expect(segmentIn('0:1', '0,1')).toEqual({ index: 0, of: 1 });
  expect(segmentName({ index: 1, of: 4 })).toBe('instance 2 of 4');
});

test.each([
  ['1/4:3/4', '0,1/4,1/2,3/4,1'],
  ['0:1/3', '0,1/3,1'],
  ['', ''],
  ['a:b', '0,1'],
])('%s of %s is no equal segment', (segment, sequence) => {
  expect(segmentIn(segment, sequence)).toBeUndefined();
});
