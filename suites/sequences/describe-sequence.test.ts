import { expect, test } from 'vitest';
import { describeSequence } from './describe-sequence.ts';

test('a sequence is described as its actions, item by item', () => {
  const phrases = describeSequence('travel', [
    { step: 'draft-create', draft: 0 },
    { step: 'car-post', draft: 0, item: 1 },
    { step: 'car-post', draft: 0, item: 3 },
    { step: 'car-delete', draft: 0, item: 1 },
    { step: 'car-put', draft: 0, item: 3, version: 1 },
  ]);

  expect(phrases.join('; ')).toBe(
    'create a travel draft; add a car; add a second car; delete the first car; change the second car',
  );
});

test('says in which spelling of the country a command is sent, unless it is the canonical one', () => {
  const phrases = describeSequence('landlord', [
    { step: 'draft-create', draft: 0 },
    { step: 'draft-get', draft: 0, country: 'bE' },
  ]);

  expect(phrases).toEqual([
    'create a landlord draft',
    'read the draft, with the country written bE',
  ]);
});

test('says of a call that it must be refused, and counts no object for it', () => {
  const phrases = describeSequence('travel', [
    { step: 'draft-create', draft: 0 },
    { step: 'car-post', draft: 0, refusal: 0 },
    { step: 'car-post', draft: 0, item: 0 },
    { step: 'car-delete', draft: 0, item: 0 },
  ]);

  expect(phrases).toEqual([
    'create a travel draft',
    'add a car (must be refused)',
    'add a car',
    'delete the car',
  ]);
});

test('names each of several drafts, and its owner', () => {
  const phrases = describeSequence(
    'landlord',
    [
      { step: 'draft-create', draft: 0 },
      { step: 'draft-update', draft: 0, version: 1 },
      { step: 'draft-create', draft: 2 },
      { step: 'draft-update', draft: 2, version: 1 },
      { step: 'draft-get', draft: 0 },
    ],
    [2],
  );

  expect(phrases).toEqual([
    'create a landlord draft',
    'update the draft',
    'create a second landlord draft, as another customer',
    'update the second draft',
    'read the first draft',
  ]);
});
