import { expect, test } from 'vitest';
import { type Exchange, TOKEN_REFUSED } from '../spec/exchange.ts';
import { firstCauses } from './causes/first-causes.ts';
import { credentialTest, ENDED_AFTER, endedCredential } from './ended-credential.ts';
import { sampleExchange } from './example.ts';
import { judged, openCell } from './testing/sample-judged.ts';

const ON = 'gap.draft-create';

const asked = (n: number, identity: string, round: number, status: number): Exchange => ({
  ...sampleExchange(ON, status, { n }),
  test: credentialTest(identity, 2, round),
});

const ENDED = [
  sampleExchange(ON, 200, { n: 1 }),
  sampleExchange(ON, 200, { n: 2 }),
  sampleExchange(ON, 401, { n: 3 }),
  ...[1, 2, 3].map((round) => asked(3 + round, 'owner', round, 401)),
];

test('a credential has ended if the last round of questions ends with 401', () => {
  expect(endedCredential(ENDED)).toEqual({
    identity: 'owner',
    until: 2,
    refused: 6,
    since: '401',
  });
});

test('a client that the token endpoint refuses since then has ended as well, with the words of the endpoint', () => {
  const refused = ENDED.map(({ response: _response, ...each }, at) =>
    at < 2
      ? { ...each, response: sampleExchange(ON, 200).response }
      : { ...each, error: { code: TOKEN_REFUSED, message: 'no token: invalid_client' } },
  ) as readonly Exchange[];
  const [cause] = firstCauses(judged([openCell(ON, [], { reason: 'hole' })], refused));

  expect(endedCredential(refused)).toMatchObject({ until: 2, since: 'no token: invalid_client' });
  expect(cause?.sentence).toContain('until exchange 2, and since then no token: invalid_client.');
});

test.each([
  ['an earlier round', [asked(4, 'owner', ENDED_AFTER - 1, 401)]],
  ['another answer in the last round', [asked(4, 'owner', ENDED_AFTER, 200)]],
  ['a later question', [...ENDED, asked(7, 'owner', 1, 401)]],
  ['no question', [sampleExchange(ON, 401, { n: 1 })]],
])('it has not after %s', (_, exchanges) => {
  expect(endedCredential(exchanges)).toBeUndefined();
});

test('it is the first cause of all that was not sent any more, with the key to change', () => {
  const cells = [openCell(ON, [], { reason: 'hole' }), openCell('gap.draft-get', [3])];

  expect(firstCauses(judged(cells, ENDED))[0]).toMatchObject({
    sentence: expect.stringMatching(
      /^The credential of identities\.owner ended during the run: the owner was accepted until exchange 2, 401 since/,
    ) as string,
    isStop: true,
    exchange: 6,
    cells: [cells[0]?.cell],
  });
});
