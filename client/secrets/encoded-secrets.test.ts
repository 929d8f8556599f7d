import * as fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bodyText } from '../target/places.ts';
import { createRedactor, type Redactor, redactedJsonLine } from './redactor.ts';
import { CANARIES } from '../testing/canaries.ts';
import { type Encoding, ENCODINGS } from '../testing/encodings.ts';
import { testExchange } from '../testing/test-exchange.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const secretsOf = (values: readonly string[]) =>
  values.map((value, at) => ({ name: `CANARY_${at}`, value }));
const NAMES = Object.keys(ENCODINGS);
const BINARY = new Set(
  NAMES.filter((name) => /^(URL|form|base64(?! inside)|hex|gzip|zlib)/i.test(name)),
);
const encodingOf = (name: string): Encoding => ENCODINGS[name] ?? ((bytes) => bytes);

/** Chains encoders; those for text are skipped after one that yields bytes. */
const encode = (secret: string, ...names: readonly string[]): Buffer =>
  names.reduce<Buffer>((bytes, name) => {
    const isText = isUtf8(bytes);
    return isText || BINARY.has(name) ? encodingOf(name)(bytes) : bytes;
  }, Buffer.from(secret));

/** Most of a secret is a secret, too. */
const halvesOf = (bytes: Buffer): readonly string[] => {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(-half)];
};

/** Redacted output of an exchange in which the bytes are on their own and inside a text, everywhere such bytes may occur. */
const shownWith = (redactor: Redactor, bytes: Buffer): readonly string[] => {
  const among = Buffer.concat([Buffer.from('<p>no: '), bytes, Buffer.from(' is wrong</p>')]);
  const bodies = [bytes, among];
  const texts = isUtf8(bytes) ? [bytes.toString(), among.toString()] : [];
  const inJson = texts.map((text) => Buffer.from(JSON.stringify({ error: text })));
  const exchanges = [...bodies, ...inJson].map((body) => ({
    ...testExchange(
      { headers: { 'x-echo': texts } },
      { url: `http://a/b/${texts[0] ?? ''}?x=1`, body: bodyText(body) },
    ),
    error: { code: 'X', message: texts.join(' ') },
  }));
  return exchanges.flatMap((exchange) => {
    const { request, response, error } = redactor.exchange(exchange);
    return [
      request.url,
      request.body?.encoding === 'utf8' ? request.body.text : '',
      Buffer.from(request.body?.text ?? '', 'base64').toString('latin1'),
      ...[response?.headers['x-echo'] ?? []].flat(),
      error?.message ?? '',
      // As in evidence.
      redactedJsonLine(redactor, { given: [exchange], got: texts }),
    ];
  });
};

const leaksIn = (redactor: Redactor, bytes: Buffer): readonly string[] => {
  const written = halvesOf(bytes).flatMap((half) => [half, JSON.stringify(half).slice(1, -1)]);
  const shown = shownWith(redactor, bytes);
  return shown
    .filter((text) => written.some((each) => text.includes(each)))
    .map((text) => text.slice(0, 300));
};

test('there are forty canaries, and twelve encodings', () => {
  expect(new Set(CANARIES).size).toBeGreaterThanOrEqual(40);
  expect(NAMES.length).toBeGreaterThanOrEqual(12);
});

test.each(drawn(NAMES, 3))('redacts every canary encoded in %s', (name) => {
  const redactor = createRedactor(secretsOf(CANARIES));
  const shown = CANARIES.filter((canary) => leaksIn(redactor, encode(canary, name)).length > 0);

  expect(shown).toEqual([]);
});

/** Random bytes that are not text, the same in each run. */
const noise = (size: number, seed: string): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(size / 64) }, (_, at) =>
      hash('sha512', `${seed}${at}`, 'buffer'),
    ),
  ).subarray(0, size);

test.each(drawn(NAMES, 3))('redacts every canary in binary data encoded in %s', (name) => {
  const redactor = createRedactor(secretsOf(CANARIES));
  const left = CANARIES.filter((canary, at) => {
    const among = [noise(20_000 + at, 'before'), encode(canary, name), noise(20_000, 'behind')];
    const body = bodyText(Buffer.concat(among));
    return redactor.body(body).encoding === 'base64';
  });

  expect(left).toEqual([]);
});

test.each([
  ['random bytes', noise(1_000_000, 'one')],
  ['a table of numbers', Buffer.from(Uint32Array.from({ length: 20_000 }, (_, at) => at).buffer)],
  ['what begins as gzip', Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 0), noise(200_000, 'gzip')])],
])('leaves %s without a secret unchanged, also in base64 in JSON', (_name, bytes) => {
  const redactor = createRedactor(secretsOf(CANARIES));
  const body = bodyText(bytes);
  const text = JSON.stringify({ document: bytes.toString('base64') });

  // Keeps the bytes out of the message of a failure.
  expect([redactor.body(body) === body, redactor.text(text) === text]).toEqual([true, true]);
});

const ALPHABET = Array.from('aZ09 "\'`&<>/+%\\=;#u{}éßłżпяרع');
const secret = fc.oneof(
  fc.constantFrom(...CANARIES),
  // Repetitive text compresses to almost nothing.
  ...[fc.constantFrom(...ALPHABET), fc.constantFrom(...Array.from('abcdefABCDEF0123456789+/'))].map(
    (unit) =>
      fc
        .uniqueArray(unit, { minLength: 8, maxLength: 24 })
        .map((characters) => characters.join('')),
  ),
);
const chosen = (count: number) =>
  fc.array(fc.constantFrom(...NAMES), { minLength: count, maxLength: count });

const NESTED: readonly (readonly [count: number, numRuns: number])[] = [
  [2, 200],
  [3, 100],
];

test.each(drawn(NESTED, 1))('redacts secrets in %i nested encodings', (count, numRuns) => {
  fc.assert(
    fc.property(secret, chosen(count), (value, names) => {
      const redactor = createRedactor(secretsOf([value]));
      expect(leaksIn(redactor, encode(value, ...names)).slice(0, 1)).toEqual([]);
    }),
    { numRuns },
  );
});

const LAYERED = [
  ['UTF-16 LE', 'UTF-16 LE', 'UTF-16 LE'],
  ['UTF-16 BE', 'UTF-16 LE', 'UTF-16 BE'],
  ['UTF-16 BE', 'UTF-16 BE', 'base64'],
].flatMap((names) => CANARIES.map((canary) => ({ canary, names })));

test('redacts every canary in three layers of UTF-16', () => {
  const redactor = createRedactor(secretsOf(CANARIES));
  const shown = drawn(LAYERED, 8).filter(
    ({ canary, names }) => leaksIn(redactor, encode(canary, ...names)).length > 0,
  );

  expect(shown).toEqual([]);
});

const IN_LINES = 'base64 in lines';

// Each takes two layers: unfolding, then decoding.
test.each(drawn(NAMES, 3))('three times in lines, or around %s', (name) => {
  const orders = [
    [IN_LINES, IN_LINES, name],
    [IN_LINES, name, IN_LINES],
    [name, IN_LINES, IN_LINES],
  ];
  const value = 'b7+Z/q9=xT4_long-enough-to-fill-several-lines-of-64-characters-each';
  const redactor = createRedactor(secretsOf([value]));
  const leaking = orders.filter((names) => leaksIn(redactor, encode(value, ...names)).length > 0);

  expect(leaking).toEqual([]);
});

const word = fc.stringMatching(/^[A-Za-z0-9_.:@/+-]{1,24}$/);
const legal = fc.oneof(
  fc.json(),
  fc.webUrl({ withQueryParameters: true }),
  fc
    .array(fc.oneof(word, fc.uuid(), fc.string()), { maxLength: 30 })
    .map((words) => words.join(' ')),
  fc
    .uint8Array({ minLength: 8, maxLength: 200 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
  fc
    .lorem({ maxCount: 40 })
    .map((text) => text.replaceAll(/[aeiou]/g, (vowel) => `&#${vowel.charCodeAt(0)};`)),
);

test('leaves texts and binary data without a secret unchanged', () => {
  const redactor = createRedactor(secretsOf(CANARIES));
  fc.assert(
    fc.property(legal, fc.uint8Array(), (text, bytes) => {
      const bodies = [{ encoding: 'utf8', text } as const, bodyText(bytes)];
      const shown = bodies.map(
        (body) => redactor.exchange(testExchange({}, { body })).request.body,
      );
      expect(redactor.text(text)).toBe(text);
      expect(shown).toEqual(bodies);
    }),
    { numRuns: 300 },
  );
});

test('redacts as little as possible around a secret', () => {
  const redactor = createRedactor([{ name: 'KEY', value: 'p4ss"w<rd/4711' }]);

  expect(redactor.text('<a title="p4ss&quot;w&lt;rd/4711">it is &quot;ok&quot;</a>')).toBe(
    '<a title="$KEY">it is &quot;ok&quot;</a>',
  );
  expect(redactor.text(`{"a":"${JSON.stringify('p4ss"w<rd/4711').slice(1, -1)}","b":1.0}`)).toBe(
    '{"a":"$KEY","b":1.0}',
  );
  expect(
    redactor.text(`http://a/x/${Buffer.from('p4ss"w<rd/4711').toString('base64url')}/y?z=1`),
  ).toBe('http://a/x/$KEY/y?z=1');
});

test('a short secret and a common word redact only themselves', () => {
  const redactor = createRedactor([
    { name: 'PIN', value: '8232' },
    { name: 'WORD', value: 'draft' },
  ]);
  const noise = fc.uint8Array({ minLength: 30, maxLength: 60 });

  fc.assert(
    fc.property(noise, fc.uuid(), (bytes, id) => {
      fc.pre(!id.includes('8232'));
      const text = `{"id":"${id}","digest":"${Buffer.from(bytes).toString('base64url')}"}`;
      fc.pre(!text.includes('8232'));
      expect(redactor.text(`${text} of a draft`)).toBe(`${text} of a $WORD`);
    }),
  );
});

test('redacts the remainder of a secret in a truncated text', () => {
  const value = 'p4ss"word-of-a-canary-0815';
  const redactor = createRedactor([{ name: 'KEY', value }]);
  const coded = Buffer.from(value).toString('base64');

  expect(redactor.text(`got ${value.slice(0, 12)}…${value.slice(-9)} there`)).toBe(
    'got $KEY…$KEY there',
  );
  expect(redactor.text(`got p4ss&quot;word-of&qu… there`)).toBe('got $KEY… there');
  expect(redactor.text(`got ${coded.slice(0, 30)}… there`)).toBe('got $KEY… there');
  expect(redactor.text('got word… there and a canary')).toBe('got word… there and a canary');
});
