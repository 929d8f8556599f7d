import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { firstCauses } from './first-causes.ts';
import { answers, judged, openCell } from '../testing/sample-judged.ts';

const causeOf = (...of: Parameters<typeof judged>) => firstCauses(judged(...of))[0];

test('an unspecified body that is always refused names its key and the sent body', () => {
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

test('asks to check a body from the target', () => {
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

test('if every legal draft of a line is refused, it lists the answer and the keys of the drafts', () => {
  const cells = [openCell('travel.draft-create', [1])];
  const cause = causeOf(cells, answers('travel.draft-create', 422, ['{}', '{}', '{}']));

  expect(cause?.sentence).toBe(
    'Travel Draft Create answered 422 to every legal draft (3 times). Keys of the target that could be the cause: mailDomain.',
  );
  expect(cause?.target).toBe('mailDomain is example.com');
});

test('a key that the answer mentions comes first', () => {
  const body = { field: '/paymentTerm', detail: 'one of QUARTERLY' };
  const cause = causeOf(
    [openCell('gap.contract-create', [1])],
    answers('gap.contract-create', 422, [body]),
  );

  expect(cause?.sentence).toContain('The answer mentions the value of paymentTerms: change it.');
  expect(cause?.target).toMatch(/^paymentTerms is YEARLY; gapPrice is /);
});

test('one accepted call proves that the operation is not refused as such', () => {
  const refused = answers('gap.draft-create', 400, ['', '']);
  const accepted = sampleExchange('gap.draft-create', 200, { n: 3 });

  expect(causeOf([openCell('gap.draft-create', [1])], [...refused, accepted])).toBeUndefined();
});

test('a refusal of a faulty call is no cause', () => {
  const faulty = sampleExchange('gap.draft-create', 400, { intent: 'faulty' });

  expect(causeOf([openCell('gap.draft-create', [1])], [faulty])).toBeUndefined();
});

test('an answer that may be correct names the decision of the target that permits it', () => {
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

test('finds an id at another place in the answer', () => {
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

test('an id that is left out now and then is shown by an answer without it', () => {
  const bodies = [...ids('draftId'), { isNew: true }, ...ids('draftId')];
  const cause = causeOf([lost], answers('travel.draft-create', 200, bodies));

  expect(cause).toMatchObject({
    sentence:
      'Travel Draft Create answers 200, but the id of the draft is not at the place that the target names in 1 of 5 answers. The other answers show it there, so the target is right: the service leaves it out now and then.',
    answer:
      'no /draftId, no /id, no header Location; the answer is JSON without it: {"isNew":true}',
    exchange: 3,
  });
});

test('an id that some answers show elsewhere needs a second place', () => {
  const [here, elsewhere] = [ids('draftId'), ids('reference')];
  const cause = causeOf([lost], answers('travel.draft-create', 200, [...here, ...elsewhere]));

  expect(cause).toMatchObject({ exchange: 3 });
  expect(cause?.sentence).toContain(
    'in 2 of 4 answers. The other answers show it there: add the place to ids.travel.draft; /reference is a candidate.',
  );
});

test('answers that ask to wait are counted with each of their statuses', () => {
  const [one, two] = [
    answers('travel.draft-create', 429, ['']),
    answers('travel.draft-create', 503, ['', '']),
  ];
  const exchanges = [...one, ...two].map((each, at) => ({ ...each, n: at + 1 }));

  expect(causeOf([openCell('travel.draft-create', [3])], exchanges)?.sentence).toMatch(
    /^3 answers asked the harness to wait \(status 503 and 429\)/,
  );
});

test('does not take constant or sent values for an id', () => {
  const bodies = [
    { plate: 'ABC-1234567', make: 'Fiat' },
    { plate: 'ABC-1234567', make: 'Seat' },
  ];
  const cause = causeOf([lost], answers('travel.draft-create', 200, bodies, '{"make":"Fiat"}'));

  expect(cause?.sentence).toContain('The answer shows no candidate');
});

test('names a token at another place without its value', () => {
  const token = openCell('gap.contract-create', [1], { reason: 'not-found-by-target' });
  const cause = causeOf([token], answers('gap.token-terms', 200, [{ token: 'abc' }]));

  expect(cause?.answer).toBe('no /userTermsToken; the answer has /token');
  expect(cause?.sentence).toContain('Set termsToken to its place; /token is a candidate.');
});

test('prefers the price to a tax among several amounts', () => {
  const price = openCell('gap.contract-create', [1], { reason: 'not-found-by-target' });
  const body = { taxes: 101, premium: { currency: 'EUR', value: 1325 } };
  const cause = causeOf([price], answers('gap.price-request', 200, [body]));

  expect(cause?.answer).toContain('none of these; the answer has /premium (');
});

test('a missing amount names the key that states the contract amount (P5)', () => {
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

test('reports a link to an undeclared address with that address', () => {
  const headers = { location: 'https://elsewhere.example/contracts/1' };
  const created = sampleExchange('gap.contract-create', 303, { headers });
  const cause = causeOf(
    [openCell('gap.contract-create', [1], { reason: 'foreign-location' })],
    [created],
  );

  expect(cause?.sentence).toContain('redirects to https://elsewhere.example, which is not');
});

test('sorts causes by their cells, and gives each cell one', () => {
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

test('a 401 that left another requirement open does not concern the second identity', () => {
  const cell = openCell(ON, [1], { requirement: 'AUTH-03' });

  expect(firstCauses(judged([cell], [answered(1, 401)]))[0]?.sentence ?? '').not.toContain(
    'identities.other',
  );
});

test('a line of which no path is served is probably not built yet, and no key is suspected', () => {
  const cells = [openCell('travel.draft-create', [1]), openCell('travel.draft-get', [2])];
  const exchanges = [
    sampleExchange('travel.draft-create', 404, { n: 1 }),
    sampleExchange('travel.draft-get', 401, { n: 2, intent: 'faulty' }),
    sampleExchange('gap.draft-create', 200, { n: 3 }),
  ];

  expect(firstCauses(judged(cells, exchanges))).toEqual([
    {
      sentence:
        'Travel is not served (404 for every path). Not built yet? Leave it out: lines: [gap] in the target, or --line gap.',
      exchange: 1,
      cells: cells.map(({ cell }) => cell),
    },
  ]);
});

test.each([
  ['one of its paths is', [sampleExchange('travel.draft-get', 200, { n: 2 })]],
  ['no other line is either', []],
])('a line is not called unserved if %s', (_, more) => {
  const exchanges = [sampleExchange('travel.draft-create', 404, { n: 1 }), ...more];
  const causes = firstCauses(judged([openCell('travel.draft-create', [1])], exchanges));

  expect(causes[0]?.sentence ?? '').not.toContain('Not built yet');
});

test('a resource below an undeclared envelope is one cause, before its ids', () => {
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
