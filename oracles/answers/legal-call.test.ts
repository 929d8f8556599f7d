import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import type { OperationId } from '../../spec/operations.ts';
import { judgeRefusedContent, judgeTemporaryRefusal } from './legal-call.ts';

const ON = 'travel.draft-update';

const judged = (held: number, taken: number, twice: number, again?: number) =>
  judgeRefusedContent(
    sampleExchange(ON, held, { n: 1 }),
    [sampleExchange(ON, taken, { n: 2 }), sampleExchange(ON, twice, { n: 3 })],
    again === undefined ? undefined : sampleExchange(ON, again, { n: 4 }),
    sampleFacts,
  );

test.each([400, 422])('content that alone is refused with %i fails', (status) => {
  expect(judged(status, 200, 200)).toMatchObject({
    requirement: 'LEGAL-01',
    operation: ON,
    verdict: 'fail',
    exchanges: [1],
    twin: 2,
  });
});

test.each([
  ['fails if it is refused again', 400, 'fail'],
  ['is not judged if it is taken then', 200, 'inconclusive'],
] as const)('the content %s', (_how, again, verdict) => {
  expect(judged(400, 200, 200, again)).toMatchObject({ verdict });
});

test.each([
  ['the draft took it', 200, 200, 200],
  ['no other content was taken', 400, 400, 400],
  ['a content that changes nothing is refused as well', 400, 200, 400],
  ['the state of the draft is the reason', 409, 200, 200],
  ['the draft is locked', 423, 200, 200],
  ['the credential is the reason', 401, 200, 200],
  ['the service asks to wait', 429, 200, 200],
  ['the draft is missing', 404, 200, 200],
  ['it is a server error, which others judge', 500, 200, 200],
])('nothing is judged if %s', (_why, held, taken, twice) => {
  expect(judged(held, taken, twice)).toBeUndefined();
});

test.each<readonly [OperationId, number, string | undefined]>([
  ['travel.draft-update', 400, 'LEGAL-01'],
  ['travel.lead-create', 422, 'LEGAL-01'],
  ['gap.price-request', 400, 'LEGAL-01'],
  ['travel.draft-get', 404, 'DRAFT-01'],
  ['travel.draft-get', 403, 'DRAFT-01'],
  ['travel.contract-get', 404, 'PATH-01'],
  // A state, a credential, an unstated rule (S18, L2, V17), a pace (S8).
  ['travel.draft-update', 409, undefined],
  ['travel.draft-get', 401, undefined],
  ['travel.lead-create', 402, undefined],
  ['travel.price-request', 400, undefined],
  ['travel.draft-update', 429, undefined],
])('%s was refused with %i, and served when it was sent again', (on, status, requirement) => {
  const refused = sampleExchange(on, status, { n: 1, intent: 'open' });
  const served = sampleExchange(on, 200, { n: 2, intent: 'open' });
  const judged = judgeTemporaryRefusal({ refused, served }, sampleFacts);
  expect(judged?.requirement).toBe(requirement);
  expect(judged?.exchanges).toEqual(requirement && [refused.n]);
});
