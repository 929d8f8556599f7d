import { expect, test } from 'vitest';
import type { Call } from '../../client/http/client.ts';
import { earlierLead } from './lead.ts';

const call = (body: unknown): Call => ({
  operation: 'gap.lead-create',
  body,
  test: 'example',
  intent: 'legal',
});
const reachable = { policyholder: { contact: { email: 'an@example.com' } } };

test.each([
  ['sent', reachable, {}],
  ['by-email', reachable, { transport: 'EMAIL' }],
  ['by-email', { policyholder: {} }, {}],
] as const)('a lead that was %s for a draft with %o has the body %o', (sent, draft, body) => {
  expect(earlierLead(call({ transport: 'EMAIL' }), sent, draft).body).toEqual(body);
});

test('a body that is no object stays as the target declares it', () => {
  expect(earlierLead(call(null), 'by-email', reachable).body).toBeNull();
  expect(earlierLead(call('a text'), 'by-email', reachable).body).toBe('a text');
});
