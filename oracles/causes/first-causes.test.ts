import { expect, test } from 'vitest';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { firstCauses } from './first-causes.ts';
import { answers, judged, openCell } from '../testing/sample-judged.ts';

const causeOf = (...of: Parameters<typeof judged>) => firstCauses(judged(...of))[0];

test('a body that is not shown and refused every time names its key, and what was sent', () => {
  const cells = [openCell('gap.draft-create', [1]), openCell('gap.draft-get', [2])];
  const cause = causeOf(cells, answers('gap.draft-create', 400, ['no product', 'no product']));

  expect(cause).toMatchObject({
    sentence:
      'Motor gap Draft Create answered 400 to every body (2 times). The specification shows no body for it: set bodies.gap.draft-create.',
    target: 'bodies.gap.draft-create is not set, so {} was sent',
    answer: 'no product',
    exchange: 1,
    operation: 'gap.draft-create',
    cells: ['PATH-01@gap.draft-create', 'PATH-01@gap.draft-get'],
  });
});

test('a body that the target gives is to be looked at again', () => {
  const bodies = { 'gap.draft-create': { product: 'X' } };
  const cause = causeOf(
    [openCell('gap.draft-create', [1])],
    answers('gap.draft-create', 400, [''], '{"product":"X"}'),
    { bodies },
  );

  expect(cause?.sentence).toContain(
    'to the one body that was sent. The specification shows no body for it: check that bodies.gap.draft-create is the body that this service expects.',
  );
  expect(cause?.target).toContain('is {"product":"X"}, and {"product":"X"} was sent');
});

test('if every legal draft of a line is refused, the answer and the keys of the drafts are listed', () => {
  const cells = [openCell('travel.draft-create', [1])];
  const cause = causeOf(cells, answers('travel.draft-create', 422, ['{}', '{}', '{}']));

  expect(cause?.sentence).toBe(
    'Travel Draft Create answered 422 to every legal draft (3 times). Keys of the target that could be the cause: mailDomain.',
  );
  expect(cause?.target).toBe('mailDomain is example.com');
});

test('a key that the answer speaks of comes first', () => {
  const body = { field: '/paymentTerm', detail: 'one of QUARTERLY' };
  const cause = causeOf(
    [openCell('gap.contract-create', [1])],
    answers('gap.contract-create', 422, [body]),
  );

  expect(cause?.sentence).toContain('The answer mentions the value of paymentTerms: change it.');
  expect(cause?.target).toMatch(/^paymentTerms is YEARLY; gapPrice is /);
});

test('one call that was accepted says that the operation is not refused as such', () => {
  const refused = answers('gap.draft-create', 400, ['', '']);
  const accepted = sampleExchange('gap.draft-create', 200, { n: 3 });

  expect(causeOf([openCell('gap.draft-create', [1])], [...refused, accepted])).toBeUndefined();
});

test('a refusal to a faulty call is no cause', () => {
  const faulty = sampleExchange('gap.draft-create', 400, { intent: 'faulty' });

  expect(causeOf([openCell('gap.draft-create', [1])], [faulty])).toBeUndefined();
});

test('an answer that may be right says which decision of the target allows it', () => {
  const cells = [openCell('jobloss.contract-download', [1])];

  expect(causeOf(cells, answers('jobloss.contract-download', 404, ['']))?.sentence).toContain(
    'If the document is not ready at once, set decisions.downloadReady: false.',
  );
});

const ids = (key: string) => [
  { [key]: '8ba76f54-9128-4d98', state: 'NEW', version: 1 },
  { [key]: '64caf5e8-8759-436d', state: 'NEW', version: 1 },
];
const lost = openCell('travel.draft-get', [1], { reason: 'not-found-by-target' });

test('an id that is elsewhere is found in the answer', () => {
  const cause = causeOf([lost], answers('travel.draft-create', 200, ids('reference')));

  expect(cause).toMatchObject({
    sentence:
      'Travel Draft Create answers 200, but the id of the draft is not at the place that the target names. Set ids.travel.draft to its place; /reference is a candidate.',
    target: 'ids.travel.draft is /draftId, /id, location',
    answer:
      'no /draftId, no /id, no header Location; the answer has /reference ("8ba76f54-9128-4d98")',
    cells: ['PATH-01@travel.draft-get'],
  });
});

test('what is the same in every answer, or was sent, is not taken for an id', () => {
  const bodies = [
    { plate: 'ABC-1234567', make: 'Fiat' },
    { plate: 'ABC-1234567', make: 'Seat' },
  ];
  const cause = causeOf([lost], answers('travel.draft-create', 200, bodies, '{"make":"Fiat"}'));

  expect(cause?.sentence).toContain('The answer shows no candidate');
});

test('a token that is elsewhere is named without its value', () => {
  const token = openCell('gap.contract-create', [1], { reason: 'not-found-by-target' });
  const cause = causeOf([token], answers('gap.token-terms', 200, [{ token: 'abc' }]));

  expect(cause?.answer).toBe('no /userTermsToken; the answer has /token');
  expect(cause?.sentence).toContain('Set termsToken to its place; /token is a candidate.');
});

test('of several amounts the price is likelier than a tax', () => {
  const price = openCell('gap.contract-create', [1], { reason: 'not-found-by-target' });
  const body = { taxes: 101, premium: { currency: 'EUR', value: 1325 } };
  const cause = causeOf([price], answers('gap.price-request', 200, [body]));

  expect(cause?.answer).toContain('none of these; the answer has /premium (');
});

test('an amount that is nowhere is named with the key that says what to ask for (P5)', () => {
  const price = openCell('gap.contract-create', [1], { reason: 'not-found-by-target' });
  const answered = answers('gap.price-request', 200, [{ priceRequestId: 'a1' }]);

  expect(causeOf([price], answered)?.sentence).toContain(
    'set gapPrice to its place. If price requests show no amount, set gapPrice: { amount: 1325 }',
  );
  expect(causeOf([price], answered, { gapPrice: { amount: 1325 } })).toBeUndefined();
});

test('a value with which every body is refused, while others are accepted, is named with its key', () => {
  const withMail = answers(
    'travel.draft-create',
    400,
    ['', '', ''],
    '{"policyholder":{"contact":{"email":"a@example.com"}}}',
  );
  const others = answers('travel.draft-create', 200, ['{}', '{}', '{}']);
  const exchanges = [...withMail, ...others].map((each, at) => ({ ...each, n: at + 1 }));
  const cause = causeOf([openCell('travel.draft-create', [3])], exchanges);

  expect(cause?.sentence).toBe(
    'Travel Draft Create answered 400 to every body with an e-mail address at example.com (3 times) and accepted bodies without it. If the service does not know this value, change mailDomain.',
  );
});

test('a link to an address that the target does not name is reported with that address', () => {
  const headers = { location: 'https://elsewhere.example/contracts/1' };
  const created = sampleExchange('gap.contract-create', 303, { headers });
  const cause = causeOf(
    [openCell('gap.contract-create', [1], { reason: 'foreign-location' })],
    [created],
  );

  expect(cause?.sentence).toContain('redirects to https://elsewhere.example, which is not');
});

test('the cause of most cells comes first, and a cell has one', () => {
  const refused = answers('jobloss.draft-create', 400, ['']);
  const other = { ...answers('travel.draft-create', 400, [''])[0], n: 2 } as (typeof refused)[0];
  const cells = [
    openCell('jobloss.draft-create', [1]),
    openCell('travel.draft-create', [2]),
    openCell('travel.draft-get', [2]),
  ];
  const causes = firstCauses(judged(cells, [...refused, other]));

  expect(causes.map((cause) => [cause.operation, cause.cells.length])).toEqual([
    ['travel.draft-create', 2],
    ['jobloss.draft-create', 1],
  ]);
});

const ON = 'jobloss.draft-update';
const open = (n: number) =>
  openCell(ON, [n], { cell: `AUTH-06@${n}`, requirement: 'AUTH-06', reason: 'other-code' });
const answered = (n: number, status: number) => sampleExchange(ON, status, { n, intent: 'faulty' });

test('a second identity that is answered 401 names its credential, once for all its cells', () => {
  const exchanges = [answered(1, 401), answered(2, 401), answered(3, 400)];
  const causes = firstCauses(judged([open(1), open(2), open(3)], exchanges));

  expect(causes).toMatchObject([{ exchange: 1, cells: ['AUTH-06@1', 'AUTH-06@2'] }]);
  expect(causes[0]?.sentence).toContain(
    'answered 401 on 2 operations, so its rights are not known. Its credential may have expired: renew the credential of identities.other',
  );
});

test('a 401 that left another requirement open is no matter of the second identity', () => {
  const cell = openCell(ON, [1], { requirement: 'AUTH-03' });

  expect(firstCauses(judged([cell], [answered(1, 401)]))[0]?.sentence ?? '').not.toContain(
    'identities.other',
  );
});

test('a resource below an envelope that the target does not name is one cause, before its ids', () => {
  const draft = { data: { draftId: 'a1', terms: { variant: 'BASIC' } } };
  const reason = 'not-found-by-target';
  const cells = [
    openCell('landlord.draft-get', [1], { reason }),
    openCell('landlord.draft-update', [1], { reason }),
  ];

  const exchanges = answers('landlord.draft-get', 200, [draft], '');

  expect(causeOf(cells, exchanges)).toMatchObject({
    sentence: expect.stringMatching(/at \/data,.* Set envelope: \/data\.$/) as string,
    cells: cells.map(({ cell }) => cell),
  });
});
