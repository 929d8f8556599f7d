import { expect, test } from 'vitest';
import { lookRandom } from './random-looking.ts';

test.each<[string, readonly string[], boolean]>([
  [
    'two UUIDs',
    ['6f1c2b7a-9d3e-4f50-8a61-b2c3d4e5f607', '0b9e4d21-77aa-4c1c-9f02-5d8e11c0a3f4'],
    true,
  ],
  ['one UUID alone', ['6f1c2b7a-9d3e-4f50-8a61-b2c3d4e5f607'], false],
  ['nothing', [], false],
  ['short numbers', ['17', '18'], false],
  ['long numbers of one sequence', ['000000000000000000000017', '000000000000000000000018'], false],
  [
    'a counter behind a long prefix',
    ['contract-BE-travel-000199', 'contract-BE-travel-000200'],
    false,
  ],
  [
    'ids of one process and second',
    ['65f2a9c01b3e4d5f6a7b8c01', '65f2a9c01b3e4d5f6a7b8c02'],
    false,
  ],
  ['random, but short', ['x8Kp2', 'Qz71b'], false],
])('%s', (_, ids, expected) => {
  expect(lookRandom(ids)).toBe(expected);
});
