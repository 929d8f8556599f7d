import { expect, test } from 'vitest';
import { checkProfile } from './load-profile.ts';

const profile = (tags: unknown) => ({ kind: 'steps', steps: [{ rate: 9, seconds: '5s' }], tags });

test('a profile has its own tags', () => {
  expect(checkProfile(profile({ team: 'quoting' }), 'mine.yaml').tags).toEqual({ team: 'quoting' });
});

test.each([
  [{ line: 'x' }, /tags\.line\n +expected +a name that Assay does not use/],
  [{ '1st': 'x' }, /tags\.1st\n +expected +a name of at most 64 letters/],
  [{ team: '' }, /tags\.team\n +expected +a value of 1 to 200 printable/],
  [{ team: 5 }, /tags\.team\n +expected +a text/],
])('%j is refused', (tags, message) => {
  expect(() => checkProfile(profile(tags), 'mine.yaml')).toThrow(message);
});
