import { expect, test } from 'vitest';
import { judgeEarlyRead, judgeReadBack, judgeMixUp, shownInstead } from './read-back.ts';
import { sampleExchange } from '../example.ts';

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

test('an unchanged value passes, on the operation that wrote it', () => {
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

test('a name in capitals is the same name, with ß as SS (D2)', () => {
  const body = { policyholder: { company: { name: 'Weißbäckerei' } } };
  const found = judgeReadBack(
    { ...written, body },
    sampleExchange('landlord.draft-get', 200, {
      n: 2,
      body: { policyholder: { company: { name: 'WEISSBÄCKEREI' } } },
    }),
  );

  expect(found.map(({ verdict }) => verdict)).toEqual(['pass']);
});

test('an absent value is observed; a value of another type belongs to its own row', () => {
  const found = judged({ risk: { alreadyOccupied: 'false' } });
  expect(found.filter(({ verdict }) => verdict === 'observed')).toHaveLength(11);
  expect(found.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('a refusal and a body that is no object prove nothing', () => {
  expect(judgeReadBack(written, sampleExchange('landlord.draft-get', 404))).toEqual([]);
  expect(judged([])).toEqual([]);
});

test.each([
  { language: 'de-BE' },
  { policyholder: { address: { country: 'BEL' } } },
  { terms: { startDate: '01/12/2026' } },
  { risk: { alreadyOccupied: 'no' } },
])('%j is excluded by its row, which already fails for it', (body) => {
  expect(wrong(body)).toEqual([]);
});

const bodyOf = (street: string, city: string, value: number, language = 'nl-BE') => ({
  language,
  risk: {
    alreadyOccupied: value > 80_000,
    insuredProperty: {
      address: { city, country: 'BE', street, zip: String(value).slice(0, 4) },
      monthlyRent: { currency: 'EUR', value },
    },
  },
});
const writtenDraft = <Body extends object>(body: Body) =>
  ({ operation: 'landlord.draft-create', exchange: 1, body }) as const;
const read = (body: unknown) => sampleExchange('landlord.draft-get', 200, { body, n: 2 });

const mine = writtenDraft(bodyOf('Kouter', 'Gent', 90_000));
const other = writtenDraft(bodyOf('Rue Neuve', 'Namur', 70_000, 'fr-BE'));
const third = writtenDraft(bodyOf('Meir', 'Antwerpen', 65_000));

test('its own values identify no other draft', () => {
  expect(shownInstead(mine, read(mine.body), [other, third])).toBeUndefined();
});

test('all values of another draft identify that draft', () => {
  expect(shownInstead(mine, read(other.body), [third, other])).toBe(other);
});

test('a part of another draft identifies it, too', () => {
  const mixed = { ...mine.body, risk: other.body.risk };
  expect(shownInstead(mine, read(mixed), [third, other])).toBe(other);
});

test('a draft that was written without the swapped fields is identified as well', () => {
  const small = writtenDraft({ risk: { alreadyOccupied: true } });
  expect(shownInstead(small, read(other.body), [third, other])).toBe(other);
});

test('values of two other drafts identify neither', () => {
  const torn = { language: other.body.language, risk: third.body.risk };
  expect(shownInstead(mine, read(torn), [other, third])).toBeUndefined();
});

test('few or ordinary values may be chance', () => {
  const language = { ...mine.body, language: 'fr-BE' };
  expect(shownInstead(mine, read(language), [other])).toBeUndefined();
});

test('a draft that shows another one fails on the operation that wrote that (D13)', () => {
  const mixer = { ...other, operation: 'landlord.draft-update', exchange: 7 } as const;
  expect(judgeMixUp(mine, read(other.body), mixer)).toEqual({
    requirement: 'DRAFT-04',
    operation: 'landlord.draft-update',
    verdict: 'fail',
    wanted: 'what was written to this draft',
    got: 'status 200 with the values that Draft Update wrote to another draft',
    exchanges: [1, 2],
  });
});

test.each([
  ['it shows its own values', read(mine.body)],
  ['it shows a third one’s', read(third.body)],
  ['it is not served', sampleExchange('landlord.draft-get', 404, { body: other.body })],
])('a draft that does not show the other one is not judged: %s', (_, shown) => {
  expect(judgeMixUp(mine, shown, other)).toBeUndefined();
});

const early = (body: unknown, earlier: object = sent) =>
  judgeEarlyRead(written, sampleExchange('landlord.draft-get', 200, { body, n: 2 }), [
    { ...written, body: earlier },
    written,
  ]).map(({ requirement }) => requirement);

test('an early read shows no value that was never written (D3)', () => {
  expect(early({ policyholder: { address: { city: 'Gand' } } })).toEqual([
    'LANDLORD-READBACK-policyholder.address.city',
  ]);
});

test.each([
  [true, false, ['LANDLORD-READBACK-risk.alreadyOccupied']],
  [false, true, []],
])('an early %s is a placeholder only if it is false (D3)', (shown, wasWritten, failed) => {
  const occupied = (alreadyOccupied: boolean) => ({ risk: { alreadyOccupied } });
  const own = { ...written, body: occupied(wasWritten) };
  const answer = sampleExchange('landlord.draft-get', 200, { body: occupied(shown), n: 2 });
  expect(judgeEarlyRead(own, answer, [own]).map(({ requirement }) => requirement)).toEqual(failed);
});

test('the answer to a write shows no value that was never written, and is one exchange', () => {
  const answer = sampleExchange('landlord.draft-create', 200, { body: { language: 'fr-BE' } });

  expect(judgeEarlyRead(written, answer, [written]).map(({ exchanges }) => exchanges)).toEqual([
    [1],
  ]);
});

test('a value that was written with a fault may be changed', () => {
  const faulty = { ...written, body: { language: 'xx' } };
  const answer = sampleExchange('landlord.draft-create', 200, { body: { language: 'fr-BE' } });

  expect(judgeEarlyRead(faulty, answer, [faulty])).toEqual([]);
});

test.each<[string, object, object]>([
  ['the written content', sent, sent],
  ['less', {}, sent],
  ['an earlier content', { language: 'fr-BE' }, { ...sent, language: 'fr-BE' }],
  ['a default of a field that was left out before', { language: 'fr-BE' }, {}],
  ['a placeholder', { risk: { insuredProperty: { monthlyRent: { value: 0 } } } }, sent],
])('an early read may show %s (D3)', (_, shown, earlier) => {
  expect(early(shown, earlier)).toEqual([]);
});
