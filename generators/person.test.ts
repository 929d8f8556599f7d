import { expect, test } from 'vitest';
import { firstName, lastName } from './person.ts';
import { samples } from './sample.ts';

test.for([/é/, /ß/, /ŷ/i, /'/, /-/, / /, /ł/i, /þ/i, /^.{1,2}$/])(
  'names with %s occur',
  (letters) => {
    const names = [...samples(firstName, 1, 2000), ...samples(lastName, 1, 2000)];

    expect(names.filter((name) => letters.test(name))).not.toEqual([]);
  },
);

test('no name has letters of another script, which may be refused (V17)', () => {
  const names = [...samples(firstName, 1, 2000), ...samples(lastName, 1, 2000)];

  expect(names.filter((name) => /[^\p{Script=Latin}\s'-]/u.test(name))).toEqual([]);
});
