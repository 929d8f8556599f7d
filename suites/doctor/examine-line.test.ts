import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { decisionEvidenceIn } from './examine-line.ts';

const answered = (status: number): Exchange => {
  const { response, ...exchange } = testExchange();
  return { ...exchange, ...(response && { response: { ...response, status } }) };
};
const seen = (step: 'contract-download' | 'lead-create' | 'draft-get', status: number) =>
  decisionEvidenceIn({ step }, answered(status));

test('an operation that answers exists, and one that answers 404 does not', () => {
  expect(seen('contract-download', 200)).toEqual({ downloadReady: true });
  expect(seen('contract-download', 404)).toEqual({ downloadReady: false });
  expect(seen('lead-create', 405)).toEqual({ leadsLive: false });
});

test('a failed call or another step proves no decision', () => {
  expect(seen('contract-download', 500)).toEqual({});
  expect(seen('lead-create', 409)).toEqual({});
  expect(seen('draft-get', 200)).toEqual({});
});
