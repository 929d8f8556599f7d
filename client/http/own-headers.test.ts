import { expect, test } from 'vitest';
import { createRedactor } from '../secrets/redactor.ts';
import { openClient } from '../testing/test-client.ts';
import { file, load, refusal } from '../testing/test-load.ts';

const SECRET = 'canary-4711-0815';

test('every request has the headers of the target, and two cookies in one header', async () => {
  const seen: unknown[] = [];
  const { send } = await openClient(
    ({ headers }, response) => {
      seen.push([headers['x-tenant'], headers['cookie'], headers['accept']]);
      response.end('{}');
    },
    {
      headers: { 'X-Tenant': 'blue', Cookie: 'route=a' },
      identities: {
        owner: { auth: { scheme: 'apiKey', in: 'cookie', name: 'session', key: SECRET } },
      },
    },
  );
  await send();
  await send({ credential: 'missing' });

  expect(seen).toEqual([
    ['blue', `route=a; session=${SECRET}`, 'application/json'],
    ['blue', 'route=a', 'application/json'],
  ]);
});

test('a header with a reference is a secret and kept out of records', async () => {
  const target = await load(
    { document: { base_url: 'http://a', headers: { 'X-Gateway': 'key ${GATEWAY}' } } },
    { GATEWAY: SECRET },
  );

  expect(target.headers).toEqual({ 'X-Gateway': `key ${SECRET}` });
  expect(createRedactor(target).text(`it was ${SECRET}`)).toBe('it was $GATEWAY');
});

test.each([
  [
    { 'X Tenant': 'a' },
    'the name of a header, such as X-Tenant, without spaces and colons',
    '"X Tenant"',
  ],
  [{ Host: 'a' }, 'the name of a header of the service’s own, such as X-Tenant', '"Host"'],
  [{ Authorization: 'a' }, 'a header that Assay does not send itself', '"Authorization"'],
  [
    { 'X-Tenant': 'bläu' },
    'a text that a header can carry',
    'the value holds a character that is not ASCII',
  ],
])('%j is refused', async (headers, wanted, got) => {
  const { problems } = await refusal({ document: { base_url: 'http://a', headers } });

  expect(problems).toMatchObject([
    { path: expect.stringMatching(/^headers/) as string, wanted, got },
  ]);
});

test('refuses a literal secret in a header of a file, without showing it', async () => {
  const text = `base_url: http://a\nheaders: { X-Gateway-Key: ${SECRET}, X-Tenant: blue }\n`;
  const { message } = await refusal({ file: file('t.yaml', text) });

  expect(message).toContain('write X-Gateway-Key: ${ASSAY_X_GATEWAY_KEY}');
  expect(message).not.toContain(SECRET);
});

test('keeps a header value that the file shows readable in a record', async () => {
  const text =
    'base_url: http://a\nheaders: { X-Tenant: customer-portal-blue, Cookie: route=blue-green }\n';
  const target = await load({ file: file('t.yaml', text) });

  expect(createRedactor(target).text('customer-portal-blue, route=blue-green')).toBe(
    'customer-portal-blue, route=blue-green',
  );
});

test('treats a header value from a program as a secret if it may be one', async () => {
  const headers = { 'X-Gateway-Key': SECRET, 'X-Tenant': 'blue', 'X-Odd': `${SECRET}-of-a-kind` };
  const target = await load({ document: { base_url: 'http://a', headers } });

  expect(createRedactor(target).text(`${SECRET}, ${SECRET}-of-a-kind, blue`)).toBe(
    '$ASSAY_X_GATEWAY_KEY, $ASSAY_X_ODD, blue',
  );
});

const keyed = (place: string, key = SECRET) => ({
  owner: { auth: { scheme: 'apiKey', in: place, name: 'X-Api-Key', key } },
});

test.each([
  ['header', { 'x-api-key': 'a' }],
  ['cookie', { Cookie: 'route=a; X-Api-Key=b' }],
])('a key in a %s adds no second header with the credential', async (place, headers) => {
  const document = { base_url: 'http://a', headers, identities: keyed(place) };
  const { problems } = await refusal({ document });

  expect(problems).toMatchObject([{ hint: 'credentials belong below identities' }]);
});

test('refuses a key that would end its cookie', async () => {
  const document = { base_url: 'http://a', identities: keyed('cookie', 'abcd;efgh') };
  const { problems } = await refusal({ document });

  expect(problems).toMatchObject([
    {
      wanted: 'a text that a cookie can carry',
      got: 'the value holds a character that ends a cookie',
    },
  ]);
});
