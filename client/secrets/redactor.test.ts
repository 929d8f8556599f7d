import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { invalidSecrets, type Secret } from './invalid-credentials.ts';
import { createRedactor, redactedJsonLine } from './redactor.ts';
import { testExchange } from '../testing/test-exchange.ts';
import { testTarget } from '../testing/test-target.ts';

const SECRET = 'p/ä+"ss w?rd~0815';
const secret: Secret = { name: 'ASSAY_TOKEN', value: SECRET };
const TERMS = 'terms-4711-0815-abc';

const bodyOf = (text: string) =>
  createRedactor([secret]).exchange(testExchange({ body: text })).response?.body.text ?? '';

test.each([
  ['raw', SECRET],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
  ['URL-encoded', encodeURIComponent(SECRET)],
  ['URL-encoded in lower case', encodeURIComponent(SECRET).toLowerCase()],
  ['form-encoded', String(new URLSearchParams({ a: SECRET })).slice(2)],
  ['JSON-escaped', JSON.stringify(SECRET).slice(1, -1)],
  ['JSON-escaped twice', JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1)],
])('replaces a secret by its variable: %s', (_form, text) => {
  expect(createRedactor([secret]).text(`<${text}>`)).toBe('<$ASSAY_TOKEN>');
});

test.each(['', 'x', 'xy'])('replaces a secret inside a longer base64 text after "%s"', (prefix) => {
  const text = Buffer.from(`${prefix}${SECRET}, and more`).toString('base64');

  const redacted = createRedactor([secret]).text(text);

  expect(redacted).toContain('$ASSAY_TOKEN');
  expect(Buffer.from(redacted.replace('$ASSAY_TOKEN', ''), 'base64').toString()).not.toContain(
    SECRET.slice(2, -2),
  );
});

test('the longer of two secrets wins', () => {
  const redactor = createRedactor([
    { name: 'SHORT', value: 'abcd' },
    { name: 'LONG', value: 'abcdefgh' },
  ]);

  expect(redactor.text('abcdefgh abcdef')).toBe('$LONG $SHORTef');
});

test('replaces credentials in headers, unknown ones by a pseudonym', () => {
  const headers = {
    authorization: `Bearer ${SECRET}`,
    'proxy-authorization': 'Bearer something else',
    cookie: 'a=first-cookie; b=second-cookie',
    'x-auth-token': 'unknown-but-named-so',
    accept: 'text/plain',
  };

  const redacted = createRedactor([secret]).exchange(testExchange({}, { headers }));

  expect(redacted.request.headers).toEqual({
    authorization: 'Bearer $ASSAY_TOKEN',
    'proxy-authorization': expect.stringMatching(/^Bearer ‹redacted [0-9a-f]{6}›$/),
    cookie: expect.stringMatching(/^a=‹redacted \w{6}›; b=‹redacted \w{6}›$/),
    'x-auth-token': expect.stringMatching(/^‹redacted \w{6}›$/),
    accept: 'text/plain',
  });
});

test('set-cookie keeps its attributes', () => {
  const headers = { 'set-cookie': ['sid=8412-aeb7-11; Path=/; HttpOnly'] };

  const redacted = createRedactor([]).exchange(testExchange({ headers, body: '8412-aeb7-11' }));

  expect(redacted.response?.headers['set-cookie']).toEqual([
    expect.stringMatching(/^sid=‹redacted \w{6}›; Path=\/; HttpOnly$/),
  ]);
  expect(redacted.response?.body.text).toMatch(/^‹redacted \w{6}›$/);
});

test("the target's API key is redacted by its name, in header and query", async () => {
  const other = { auth: { scheme: 'apiKey', in: 'query', name: 'k', key: 'other-key-1' } } as const;
  const owner = { auth: { scheme: 'apiKey', name: 'X-Key', key: 'owner-key-1' } } as const;
  const redactor = createRedactor(await testTarget({ identities: { owner, other } }));

  const { request } = redactor.exchange(
    testExchange({}, { url: 'http://a/b?x=1&k=never-valid', headers: { 'x-key': 'never' } }),
  );

  expect(request.url).toMatch(/^http:\/\/a\/b\?x=1&k=‹redacted \w{6}›$/);
  expect(request.headers['x-key']).toMatch(/^‹redacted \w{6}›$/);
});

test('redacts secret keys at any depth, and leaves everything else unchanged', () => {
  const text = `{ "n": 1325.0, "a": [{"userTermsToken" : "${TERMS}"}], "n": 12345678901234567890,
    "Password": {"new": ["p1", 7]}, "tokenCount": null, "isSecret": true, "after": "p1" }`;

  expect(bodyOf(text)).toMatch(
    /^\{ "n": 1325\.0, "a": \[\{"userTermsToken" : "‹redacted \w+›"\}\], "n": 12345678901234567890,\s+"Password": \{"new": \["‹redacted \w+›", "‹redacted \w+›"\]\}, "tokenCount": null, "isSecret": true, "after": "p1" \}$/,
  );
});

test('an error message about a token is no token', () => {
  const redactor = createRedactor([]);
  redactor.exchange(testExchange({ body: '{"token":"required","secret":"must not be empty"}' }));

  expect(redactor.text('individual required: must not be empty')).toBe(
    'individual required: must not be empty',
  );
});

test('withholds a binary body that contains a secret', () => {
  const bytes = Buffer.concat([Buffer.of(0xff), Buffer.from('plain-secret-1')]);
  const redactor = createRedactor([{ name: 'A', value: 'plain-secret-1' }]);
  const exchange = testExchange(
    {},
    { body: { encoding: 'base64', text: bytes.toString('base64') } },
  );

  expect(redactor.exchange(exchange).request.body).toEqual({
    encoding: 'utf8',
    text: '‹redacted: 15 bytes that hold a secret›',
  });
});

test('replaces content too large to search by size and digest, without a claim about secrets', () => {
  const bytes = gzipSync(gzipSync(Buffer.alloc(60_000_000)));
  const redactor = createRedactor([{ name: 'A', value: 'plain-secret-1' }]);

  expect(redactor.body({ encoding: 'base64', text: bytes.toString('base64') })).toEqual({
    encoding: 'utf8',
    text: `‹not kept: too much to search for secrets, ${bytes.length} bytes, sha256 ${hash('sha256', bytes)}›`,
  });
});

test('redaction is idempotent', async () => {
  const auth = { scheme: 'apiKey', in: 'query', name: 'k', key: SECRET } as const;
  const target = await testTarget({ identities: { owner: { auth } } });
  const [, forged] = target.secrets;
  const redactor = createRedactor(target);
  const url = `http://a/b?k=${encodeURIComponent(forged?.value ?? '')}&token=${TERMS}`;
  const headers = { authorization: `Bearer ${forged?.value}`, cookie: 'a=first-cookie' };
  const body = {
    encoding: 'utf8',
    text: `{"token":"${TERMS}","secret":"${SECRET.replace('"', '\\"')}"}`,
  } as const;

  const once = redactor.exchange(testExchange({}, { url, headers, body }));

  expect(redactor.exchange(once)).toEqual(once);
  expect(createRedactor(target).exchange(once)).toEqual(once);
});

test('redacts error messages', () => {
  const exchange = { ...testExchange(), error: { code: 'X', message: `at ${SECRET}` } };

  expect(createRedactor([secret]).exchange(exchange).error?.message).toBe('at $ASSAY_TOKEN');
});

test('three thousand known values take less than ten times as long as three', () => {
  const body = `${'lorem ipsum 1234 '.repeat(250)}terms-0-abcdef`;
  const known = (count: number) => {
    const redactor = createRedactor([secret]);
    for (let index = 0; index < count; index += 1)
      redactor.exchange(testExchange({ body: `{"userTermsToken":"terms-${index}-abcdef"}` }));
    return redactor;
  };
  const [few, many] = [known(3), known(3000)];
  const timeOf = (redactor: typeof few): number => {
    const start = performance.now();
    for (let index = 0; index < 50; index += 1) redactor.text(body);
    return performance.now() - start;
  };
  // Alternating, and the fastest of each: other load on the machine slows down both.
  const rounds = Array.from({ length: 5 }, () => [timeOf(few), timeOf(many)] as const);

  expect(many.text(body)).not.toContain('terms-0-abcdef');
  expect(Math.min(...rounds.map(([, long]) => long))).toBeLessThan(
    10 * Math.min(...rounds.map(([short]) => short)),
  );
});

test('a secret and its invalid variants stay distinguishable', () => {
  const whole = { name: 'ASSAY_TOKEN', value: 'abcdefghijklmnopqrstuvwx' };
  const redactor = createRedactor([whole, ...invalidSecrets(whole)]);
  const [, shortened, lengthened] = invalidSecrets(whole);

  expect(redactor.text(`Bearer ${whole.value}`)).toBe('Bearer $ASSAY_TOKEN');
  expect(redactor.text(`Bearer ${shortened?.value}`)).toBe('Bearer ${ASSAY_TOKEN%????}');
  expect(redactor.text(`Bearer ${lengthened?.value}`)).toBe('Bearer ${ASSAY_TOKEN}Zz19');
});

test('a text under a secret key is one secret, even if a part of it is known', () => {
  const redactor = createRedactor([]);
  const words = 'user bob pin 4711 key 0f9a8b7c6d5e4f';
  const shown = () =>
    redactor.exchange(
      testExchange({ headers: { 'x-session-token': words }, body: '{"token":"0f9a8b7c6d5e4f"}' }),
    ).response?.headers['x-session-token'];

  const first = shown();

  expect(first).toMatch(/^user ‹redacted \w+›$/);
  expect(shown()).toBe(first);
});

const TOKEN = 'canary-4711-"quoted"';
const redactor = createRedactor([
  { name: 'ASSAY_TOKEN', value: TOKEN },
  { name: 'ASSAY_PIN', value: '8232' },
]);

const line = (item: unknown): unknown => JSON.parse(redactedJsonLine(redactor, item));

test('redacts a secret in texts, keys and numbers, at any depth', () => {
  expect(line({ given: [{ [TOKEN]: [TOKEN, `Bearer ${TOKEN}`] }, 8232] })).toEqual({
    given: [{ $ASSAY_TOKEN: ['$ASSAY_TOKEN', 'Bearer $ASSAY_TOKEN'] }, '$ASSAY_PIN'],
  });
});

test('keeps numbers of exchanges and attempts, and valid JSON', () => {
  const item = { seed: 8232, attempt: 1, given: [{ $: 'exchange', n: 8232 }] };

  expect(line(item)).toEqual(item);
});

test('leaves a line without secrets unchanged', () => {
  const item = { got: 'status 200', exchanges: [1, 2], nothing: null };

  expect(redactedJsonLine(redactor, item)).toBe(`${JSON.stringify(item)}\n`);
});
