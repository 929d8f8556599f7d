import * as fc from 'fast-check';
import type { BodyText, HeaderMap } from '../../spec/exchange.ts';
import type { StubAnswer } from './stub-service.ts';

const jsonOf = (text: string): unknown => JSON.parse(text) as unknown;
const nested = (levels: number): unknown =>
  jsonOf(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`);

/** Values that may break a reader, anywhere in a body. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  -0,
  0.1,
  -1,
  2 ** 53 + 2,
  1e308,
  '',
  ' ',
  '\0',
  '\u2028',
  '\ud800',
  '\udc00\ud800',
  '__proto__',
  'constructor',
  'toString',
  '../..',
  '%',
  '?token=a&b=c',
  'x'.repeat(9000),
  'NaN',
  '1e999',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275761-01-01T00:00:00Z',
  'Thu, 99 Foo 2026 99:99:99 GMT',
  '9'.repeat(400),
  'BE0123456749',
  'a@@b',
  [],
  [null],
  [[[]]],
  {},
  { toString: 1, valueOf: null },
  { length: 4, 0: 'a' },
  { currency: 'USD', value: '1' },
  { currency: {}, value: {} },
  jsonOf('{"__proto__":{"status":200},"constructor":{"prototype":1}}'),
  nested(400),
  Array.from({ length: 3000 }, (_, at) => ({ currency: 'EUR', value: at, claimLimit: 'x' })),
];

/** Keys that are read somewhere, and those of Object.prototype. */
const KEYS: readonly string[] = (
  'draftId id carId personId keyId contractId priceRequestId token userTermsToken transactionAmount currency value ' +
  'prices price validUntil label claimLimit createdAt updatedAt totalPrice property policyholder ' +
  '__proto__ constructor toString hasOwnProperty length then toJSON '
).split(' ');

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const oddMembers: fc.Arbitrary<readonly (readonly [string, unknown])[]> = fc.array(
  fc.tuple(fc.constantFrom(...KEYS), oddValue),
  { minLength: 1, maxLength: 6 },
);

/** The JSON of an object with other members, some duplicated; nothing is assigned, since a key may be `__proto__`. */
const withMembers = (body: unknown, members: readonly (readonly [string, unknown])[]): string => {
  const old = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const texts = [...old, ...members].map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`,
  );
  return `{${texts.join(',')}}`;
};

const utf8 = (text: string): BodyText => ({ encoding: 'utf8', text });

/** Bodies that are not objects, or not JSON. */
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '-0',
  '1e999',
  '"text"',
  '[]',
  '[[],{}]',
  '{',
  '{"draftId":',
  '{"draftId":"a"}}',
  '{"draftId":1e999,"id":-0}',
  '{"draftId":123456789012345678901234567890}',
  '\uFEFF{"draftId":"bom"}',
  '{"draftId":"\\ud800","userTermsToken":"\\ud800\\u0000"}',
  '<!doctype html><p>Exception in thread "main" at a.b.C(D.java:1)</p>',
  '['.repeat(20_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"draftId":"${'y'.repeat(100_000)}"}`,
  '{"token":"'.repeat(30),
  '"'.repeat(999),
  '\\'.repeat(999),
  '\u0001'.repeat(5000),
];

const oddBody = (body: unknown): fc.Arbitrary<BodyText> =>
  fc.oneof(
    { weight: 6, arbitrary: oddMembers.map((members) => utf8(withMembers(body, members))) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS).map(utf8) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }).map(utf8) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes): BodyText => ({
        encoding: 'base64',
        text: Buffer.from(bytes).toString('base64'),
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat({ max: 60 })
        .map((length) => utf8((JSON.stringify(body) ?? '').slice(0, length))),
    },
  );

const HEADER_NAMES = ['location', 'content-type', 'last-modified', 'retry-after'] as const;
const OTHER_NAMES = ['content-encoding', 'date', 'www-authenticate', 'set-cookie'] as const;

const HEADER_VALUES: readonly (string | readonly string[])[] = [
  '',
  ' ',
  ';',
  ',',
  '-1',
  '1e9',
  '9'.repeat(400),
  'http://[',
  '//',
  '///a//',
  'javascript:1',
  '/%E0%A4%A',
  '?draftId=1#a',
  'http://user:pass@127.0.0.1:9/BE/motor/gap/contracts/1',
  `/${'a'.repeat(9000)}`,
  'Mon, 99 Foo 9999 99:99:99 GMT',
  '2026-06-15',
  'application/json; charset="\u00ff',
  'gzip, gzip, identity',
  'Bearer',
  ['', 'twice'],
  [],
];

const oddHeaders: fc.Arbitrary<HeaderMap> = fc.dictionary(
  fc.constantFrom(...HEADER_NAMES, ...OTHER_NAMES, 'constructor', 'tostring', 'x-a'),
  fc.constantFrom(...HEADER_VALUES),
  { maxKeys: 4 },
);

const STATUSES = [200, 200, 200, 201, 204, 299, 303, 304, 400, 402, 404, 409, 418, 422, 500, 599];

/** A hostile answer: with another status, headers, body, or several of them. */
export const hostileAnswer = (usual: StubAnswer): fc.Arbitrary<StubAnswer> =>
  fc.record({
    status: fc.oneof(fc.constant(usual.status), fc.constantFrom(...STATUSES, 100, 999)),
    rawHeaders: fc.oneof(fc.constant(usual.headers ?? {}), oddHeaders),
    raw: oddBody(usual.body),
  });
