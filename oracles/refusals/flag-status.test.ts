import { expect, test } from 'vitest';
import { judgeFlagStatus } from './flag-status.ts';
import { operation } from '../../spec/operations.ts';

const create = operation('jobloss.draft-create');
const update = operation('jobloss.draft-update');
const verdicts = (status: number | undefined) =>
  [create, update].map((row) => judgeFlagStatus(row, status)?.verdict);

test('400 is what the rule names, on both writes', () => {
  expect(verdicts(400)).toEqual(['pass', 'pass']);
});

test('422 fails where there is no list; where there is one, that says it (S3)', () => {
  expect(verdicts(422)).toEqual(['fail', undefined]);
  expect(verdicts(402)).toEqual(['fail', undefined]);
});

test('a listed status that is not 400 fails on both', () => {
  expect(verdicts(403)).toEqual(['fail', 'fail']);
  expect(verdicts(404)).toEqual(['fail', 'fail']);
});

test.each([401, 413, 429])('%s is about something else', (status) => {
  expect(verdicts(status)).toEqual(['inconclusive', 'inconclusive']);
});

test.each([undefined, 200, 303, 500, 503])('%s refuses nothing', (status) => {
  expect(verdicts(status)).toEqual([undefined, undefined]);
});
