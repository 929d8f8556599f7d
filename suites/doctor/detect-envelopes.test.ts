import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { detectEnvelopes } from './detect-envelopes.ts';
import type { Examination } from './examination.ts';

const DRAFT = { language: 'nl', policyholder: { contact: { email: 'test@example.com' } } };

/** Edits for a landlord line whose draft is answered with this body. */
const editsFor = async (body: unknown) => {
  const exchange = testExchange({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const exam = {
    line: 'landlord',
    remarks: [],
    exchanges: [{ ...exchange, operation: 'landlord.draft-get' }],
  } as unknown as Examination;
  const { remarks } = detectEnvelopes([exam], await testTarget({}));
  return remarks.flatMap(({ edits = [] }) => edits.map(({ value }) => value));
};

test('the member with the resource is the envelope; a list is none (P3, C1)', async () => {
  expect(await editsFor({ data: DRAFT })).toEqual(['/data']);
  expect(await editsFor([DRAFT])).toEqual([]);
});
