import { expect, test } from 'vitest';
import { load, refusal } from '../testing/test-load.ts';

const CANARY = 'canary-4711';
const target = (auth: Readonly<Record<string, unknown>>) => ({
  document: { base_url: 'http://a', identities: { other: { auth } } },
});

const BEARER = { scheme: 'bearer', token: '${T}' };
const KEY = { scheme: 'apiKey', name: 'X-Key', key: '${T}' };
const BASIC = { scheme: 'basic', username: 'u', password: '${T}' };

test.each([
  [BEARER, `${CANARY}\n`, 'T holds a line break'],
  [BEARER, `${CANARY}\r\nX: y`, 'T holds a line break'],
  [BEARER, `${CANARY}ключ`, 'T holds a character that is not ASCII'],
  [BEARER, `“${CANARY}”`, 'T holds a character that is not ASCII'],
  [BEARER, `${CANARY}\0`, 'T holds a control character'],
  [BEARER, ` ${CANARY}`, 'T holds a space at its beginning or end'],
  [BEARER, `Bearer ${CANARY}`, 'T begins with the word Bearer'],
  [KEY, `${CANARY}\u00e9`, 'T holds a character that is not ASCII'],
  [BASIC, `${CANARY}\n`, 'T holds a line break'],
  [{ ...KEY, in: 'query' }, `${CANARY}\n`, 'T holds a line break'],
  [{ ...BEARER, invalid: { value: '${T}' } }, `${CANARY}\n`, 'T holds a line break'],
])('with %j a credential that cannot be sent is named and not shown', async (auth, value, got) => {
  const { problems, message } = await refusal(target(auth), { T: value });

  expect(problems[0]?.got).toContain(got);
  expect(message).not.toContain(CANARY);
});

test.each([
  [BASIC, 'pässword mit Ключ'],
  [{ ...KEY, in: 'query' }, 'schlüssel'],
  [BEARER, 'a.b-c_d~e+f/g=='],
  [KEY, 'two words'],
])('with %j %s can be sent', async (auth, value) => {
  const { identities } = await load(target(auth), { T: value });

  expect(identities.other?.auth).toMatchObject({ scheme: auth.scheme });
});

test.each(['X Key', 'X-Key:', 'Schlüssel', 'Content-Length', 'host'])(
  'refuses a key in the header %s',
  async (name) => {
    const { problems } = await refusal(target({ ...KEY, name }), { T: CANARY });

    expect(problems).toMatchObject([
      { path: 'identities.other.auth.name', wanted: expect.stringContaining('a header') as string },
    ]);
  },
);
