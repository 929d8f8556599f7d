import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { connectionRemarks } from './connection-remarks.ts';

const names = [{ host: '127.0.0.1' }];
const at = Date.parse(testExchange().at);
const answered = (ahead: number) =>
  testExchange({ headers: { date: new Date(at + ahead).toUTCString() } });
const failed = (code: string) => {
  const { response: _response, ...exchange } = testExchange();
  return { ...exchange, error: { code, message: code } };
};
const HOUR = 3_600_000;

test('reports a clock that is an hour ahead, but not one that is a minute ahead', async () => {
  const target = await testTarget({});
  const clockOf = (ahead: number) =>
    connectionRemarks(target, { names, exchanges: [answered(ahead)] }).find(
      ({ about }) => about === 'clock',
    );

  expect(clockOf(HOUR)).toMatchObject({
    mark: 'wrong',
    found: 'the clock of the service is 3600 s ahead',
  });
  expect(clockOf(-HOUR)).toMatchObject({ found: 'the clock of the service is 3600 s behind' });
  expect(clockOf(60_000)).toMatchObject({ mark: 'fine' });
});

test('reports plain HTTP to another machine', async () => {
  const target = await testTarget({ base_url: 'http://quoting.example' });
  const tls = connectionRemarks(target, { names, exchanges: [] }).find(
    ({ about }) => about === 'TLS',
  );

  expect(tls?.found).toContain('can read the credential');
});

test.each([
  ['ENOTFOUND', 'name resolution'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS'],
  ['PROXY_TUNNEL', 'proxy'],
  ['NO_TOKEN', 'identity owner'],
  ['TOKEN_REFUSED', 'identity owner'],
  ['ECONNREFUSED', 'address'],
])('%s concerns the %s, and ends the list', async (code, about) => {
  const refusal = { problem: 'it does not work', hint: 'mend it' };
  const remarks = connectionRemarks(await testTarget({}), {
    names,
    exchanges: [failed(code)],
    refusal,
  });

  expect(remarks.at(-1)).toMatchObject({ about, mark: 'wrong', change: 'mend it' });
});

test('a problem of the environment asks for another try, not for a change', async () => {
  const refusal = { problem: 'no token', hint: 'try again', isEnvironment: true } as const;
  const exchanges = [failed('TOKEN_UNAVAILABLE')];
  const remarks = connectionRemarks(await testTarget({}), { names, exchanges, refusal });

  expect(remarks.at(-1)).toMatchObject({ about: 'identity owner', mark: 'unclear' });
});

const HEADER = Buffer.from('{}').toString('base64url');
const expiring = (exp: number) =>
  `${HEADER}.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`;

test.each([
  ['an hour after 2100', 4_102_448_400, 'fine', /expires at 2100-01-01T01:00:00Z/],
  ['in 2001', 1_000_000_000, 'unclear', /expires at 2001-09-09T01:46:40Z, in 0 min/],
  ['beyond all dates', 1e17, 'fine', /^accepted \(bearer\)$/],
])('reports a token that expires %s with its end', async (_, exp, mark, found) => {
  const owner = { auth: { scheme: 'bearer' as const, token: expiring(exp) } };
  const target = await testTarget({ identities: { owner } });
  const remarks = connectionRemarks(target, { names, exchanges: [] });

  expect(remarks.at(-1)).toMatchObject({ about: 'identity owner', mark });
  expect(remarks.at(-1)?.found).toMatch(found);
});

test('an unknown host name ends the list before anything is sent', async () => {
  const unknown = [{ host: 'nowhere.example', trouble: 'ENOTFOUND' }];
  const remarks = connectionRemarks(await testTarget({}), { names: unknown, exchanges: [] });

  expect(remarks).toHaveLength(1);
  expect(remarks[0]).toMatchObject({ about: 'name resolution', mark: 'wrong' });
});
