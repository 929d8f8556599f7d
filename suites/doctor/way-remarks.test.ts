import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { wayRemarks } from './way-remarks.ts';

const names = [{ host: '127.0.0.1' }];
const at = Date.parse(testExchange().at);
const answered = (ahead: number) =>
  testExchange({ headers: { date: new Date(at + ahead).toUTCString() } });
const failed = (code: string) => {
  const { response: _response, ...exchange } = testExchange();
  return { ...exchange, error: { code, message: code } };
};
const HOUR = 3_600_000;

test('a clock that is an hour ahead is reported, and one that is a minute ahead is not', async () => {
  const target = await testTarget({});
  const clockOf = (ahead: number) =>
    wayRemarks(target, { names, exchanges: [answered(ahead)] }).find(
      ({ about }) => about === 'clock',
    );

  expect(clockOf(HOUR)).toMatchObject({
    mark: 'wrong',
    found: 'the clock of the service is 3600 s ahead',
  });
  expect(clockOf(-HOUR)).toMatchObject({ found: 'the clock of the service is 3600 s behind' });
  expect(clockOf(60_000)).toMatchObject({ mark: 'fine' });
});

test('plain HTTP to another machine is reported', async () => {
  const target = await testTarget({ base_url: 'http://quoting.example' });
  const tls = wayRemarks(target, { names, exchanges: [] }).find(({ about }) => about === 'TLS');

  expect(tls?.found).toContain('can read the credential');
});

test.each([
  ['ENOTFOUND', 'name resolution'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS'],
  ['PROXY_TUNNEL', 'proxy'],
  ['NO_TOKEN', 'identity owner'],
  ['ECONNREFUSED', 'address'],
])('%s is about the %s, and ends the list', async (code, about) => {
  const refusal = { problem: 'it does not work', hint: 'mend it' };
  const remarks = wayRemarks(await testTarget({}), { names, exchanges: [failed(code)], refusal });

  expect(remarks.at(-1)).toMatchObject({ about, mark: 'wrong', change: 'mend it' });
});

test('a name that is not known ends the list before anything is asked', async () => {
  const unknown = [{ host: 'nowhere.example', trouble: 'ENOTFOUND' }];
  const remarks = wayRemarks(await testTarget({}), { names: unknown, exchanges: [] });

  expect(remarks).toHaveLength(1);
  expect(remarks[0]).toMatchObject({ about: 'name resolution', mark: 'wrong' });
});
