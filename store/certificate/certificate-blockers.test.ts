import { expect, test } from 'vitest';
import { type SealedRunChange, stated, WAIVER } from '../../reports/testing/sample-sealed-run.ts';

test.each<readonly [string, SealedRunChange, string]>([
  [
    'a waiver on authentication',
    { record: { waivers: [WAIVER] } },
    'not wholly judged: jobloss, travel',
  ],
  [
    'a waiver on the contracts of one line',
    { record: { waivers: [{ ...WAIVER, requirement: 'ID-02', operation: 'travel.*' }] } },
    'conformant: jobloss; not wholly judged: travel',
  ],
  [
    'an authentication that the target does not declare',
    {
      record: { target: { schemes: { owner: 'none', withoutRights: 'bearer' } } },
      verdict: ({ requirement }) =>
        /^AUTH-0[12]$/.test(requirement) ? 'not-applicable' : undefined,
    },
    'not wholly judged: jobloss',
  ],
  [
    'an authentication that no answer showed',
    { verdict: ({ requirement }) => (requirement === 'AUTH-02' ? 'observed' : undefined) },
    'not wholly judged: jobloss',
  ],
  [
    'an operation of which no call succeeded',
    {
      verdict: ({ id }) => (id === 'LEGAL-01@travel.contract-download' ? 'observed' : undefined),
    },
    'conformant: jobloss; not wholly judged: travel',
  ],
])('%s prevents a grant for a line', (_, change, says) => {
  expect(stated(change).predicate.says).toContain(says);
});

test.each<readonly [string, SealedRunChange, string]>([
  [
    'a waiver for ever',
    { record: { waivers: [{ ...WAIVER, requirement: 'LASTMOD-02', expires: '9999-12-31' }] } },
    'the waiver of LASTMOD-02 holds until 9999-12-31, longer than 90 days',
  ],
  [
    'a waiver on authentication',
    { record: { waivers: [WAIVER] } },
    'authentication: a certificate accepts no waiver of AUTH-01',
  ],
  [
    'a service without authentication',
    {
      record: { target: { schemes: { owner: 'none', withoutRights: 'bearer' } } },
      verdict: ({ requirement }) =>
        /^AUTH-0[12]$/.test(requirement) ? 'not-applicable' : undefined,
    },
    'authentication: not judged, the target declares no authentication (identities.owner.auth)',
  ],
])('names %s first', (_, change, why) => {
  const { kind, whyNoCertificate } = stated(change).predicate;

  expect(kind).toBe('statement of results');
  expect(whyNoCertificate).toEqual([why]);
});

test('a landlord lead and a payment status may be absent (S14)', () => {
  const { kind } = stated({
    verdict: ({ id }) => (id === 'LEGAL-01@travel.payment-status' ? 'observed' : undefined),
  }).predicate;

  expect(kind).toBe('certificate');
});

test('a waiver of 90 days of a minor requirement may be part of a certificate', () => {
  const waiver = { ...WAIVER, requirement: 'LASTMOD-02', expires: '2027-02-19' };
  const { kind } = stated({ record: { waivers: [waiver] } }).predicate;

  expect(kind).toBe('certificate');
});
