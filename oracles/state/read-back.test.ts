import { expect, test } from 'vitest';
import { judgeReadBack } from './read-back.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const sent = {
  language: 'nl-BE',
  policyholder: {
    company: { name: 'Bäckerei Ünal', vat: 'BE0123456749' },
    contact: { phone: '+32470123456' },
    address: { city: 'Gent', country: 'BE', street: 'Kouter', zip: '9000' },
  },
  risk: {
    alreadyOccupied: false,
    insuredProperty: { monthlyRent: { currency: 'EUR', value: 90000 } },
  },
  terms: { startDate: '2026-12-01' },
};
const written = { operation: 'landlord.draft-create', exchange: 1, body: sent } as const;

const judged = (body: unknown) =>
  judgeReadBack(written, sampleExchange('landlord.draft-get', 200, { body, n: 2 }));
const wrong = (body: unknown) =>
  judged(body)
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, got }) => `${requirement} ${got}`);

test('what comes back as it was written passes, on the operation that wrote it', () => {
  const all = judged(structuredClone(sent));
  expect(all).toHaveLength(12);
  expect(new Set(all.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
  expect(new Set(all.map(({ operation }) => operation))).toEqual(
    new Set(['landlord.draft-create']),
  );
});

test.each([
  [{ risk: { alreadyOccupied: true } }, 'LANDLORD-READBACK-risk.alreadyOccupied true'],
  [{ terms: { startDate: '2026-12-02' } }, 'LANDLORD-READBACK-terms.startDate "2026-12-02"'],
  [
    { terms: { startDate: '2026-12-02T00:00:00+01:00' } },
    'LANDLORD-READBACK-terms.startDate "2026-12-02T00:00:00+01:00"',
  ],
  [{ terms: { startDate: '20261202' } }, 'LANDLORD-READBACK-terms.startDate "20261202"'],
  [
    { risk: { insuredProperty: { monthlyRent: { value: 900 } } } },
    'LANDLORD-READBACK-risk.insuredProperty.monthlyRent.value 900',
  ],
  [
    { policyholder: { address: { city: 'Gand' } } },
    'LANDLORD-READBACK-policyholder.address.city "Gand"',
  ],
])('%j has another meaning', (body, finding) => {
  expect(wrong(body)).toEqual([finding]);
});

test.each([
  { language: 'NL-BE ' },
  { terms: { startDate: '2026-12-01T00:00:00.000Z' } },
  { terms: { startDate: '2026-12-01T00:00:00+01:00' } },
  { terms: { startDate: '2026-12-01T00:00-0500' } },
  { terms: { startDate: '20261201' } },
  { terms: { startDate: '20261201T000000Z' } },
  { policyholder: { contact: { phone: '+32 470 12 34 56' }, company: { vat: 'be 0123.456.749' } } },
  { language: null, extra: 1 },
  {},
])('%j is harmless (D2)', (body) => {
  expect(wrong(body)).toEqual([]);
});

test('an absent value is observed, a value of another type is left to its own row', () => {
  const found = judged({ risk: { alreadyOccupied: 'false' } });
  expect(found.filter(({ verdict }) => verdict === 'observed')).toHaveLength(11);
  expect(found.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('a refusal and a body that is no object say nothing', () => {
  expect(judgeReadBack(written, sampleExchange('landlord.draft-get', 404))).toEqual([]);
  expect(judged([])).toEqual([]);
});

test.each([
  { language: 'de-BE' },
  { policyholder: { address: { country: 'BEL' } } },
  { terms: { startDate: '01/12/2026' } },
  { risk: { alreadyOccupied: 'no' } },
])('%j is excluded by its row, which fails for it already', (body) => {
  expect(wrong(body)).toEqual([]);
});
