import type { Call } from '../../client/http/client.ts';
import { type Pointer, withValue, valueAt, withoutValue } from '../../generators/pointer.ts';
import type { JudgementRuleId } from '../../spec/judgement.ts';
import { gzipSync } from 'node:zlib';

/** Source data of an input. */
interface Material {
  /** A legal draft. */
  readonly draft: object;
  /** Two languages of its line. */
  readonly languages: readonly [string, string];
  /** Maximum length of a text in the bodies of this run, in characters. */
  readonly longest: number;
}

/** An odd input that a service must survive: a change of a legal draft write, or of a legal read of a draft. */
export interface RobustnessInput {
  /** Permanent, such as `deep-nesting`. */
  readonly id: string;
  /** Description, such as `an object nested 200 levels deep`. */
  readonly what: string;
  readonly rule: JudgementRuleId;
  readonly on: 'write' | 'read';
  /** True if a gate sends it as well; certify sends all. */
  readonly inGate?: true;
  /** Applies the oddity to the legal call. */
  readonly change: (legal: Call, material: Material) => Call;
  /** Field of a landlord draft that shows the stored value. */
  readonly place?: Pointer;
  /** Interprets the value read at the place, such as `the last one is used`; default: compares it with the sent value. */
  readonly tell?: (value: unknown, odd: Call) => string;
  /** A text whose appearance in a read proves that the service evaluated the input. */
  readonly evaluated?: string;
}

const LONG_ID = 1000;
const LONG_HEADER = 8000;

const read = (
  id: string,
  what: string,
  change: Partial<Call>,
  more: Partial<RobustnessInput> = {},
): RobustnessInput => ({
  id,
  what,
  rule: 'S8',
  on: 'read',
  change: (legal) => ({ ...legal, ...change }),
  ...more,
});

const draftId = (id: string, what: string, value: string): RobustnessInput =>
  read(id, what, { params: { draftId: value } }, { rule: 'S11' });

/** Requests whose oddity is not in the body. */
export const ODD_REQUESTS: readonly RobustnessInput[] = [
  read(
    'header-names',
    'header names in upper case',
    { headerNames: 'upper' },
    {
      rule: 'W1',
      inGate: true,
    },
  ),
  read('long-header', `a header of ${LONG_HEADER} characters`, {
    headers: { 'x-long': 'x'.repeat(LONG_HEADER) },
  }),
  read('accept-html', 'Accept: text/html', { headers: { accept: 'text/html' } }),
  draftId('long-id', `a draftId of ${LONG_ID} characters`, 'x'.repeat(LONG_ID)),
  draftId('unicode-id', 'a draftId outside the Basic Multilingual Plane', '😀'),
  draftId('nul-id', 'a draftId with the character U+0000', 'a\u0000b'),
  draftId('sql-id', 'an SQL payload as draftId', `x' OR '1'='1`),
  draftId('path-id', 'a path traversal payload as draftId', '../../../../etc/hosts'),
];

/** A text field that every draft has and that no list restricts. */
const PLACE = '/policyholder/address/street';

const text = (
  id: string,
  what: string,
  value: string | ((longest: number) => string),
  more: Partial<RobustnessInput> = {},
): RobustnessInput => ({
  id,
  what,
  rule: 'V17',
  on: 'write',
  place: PLACE,
  change: (legal, { draft, longest }) => ({
    ...legal,
    body: withValue(draft, PLACE, typeof value === 'string' ? value : value(longest)),
  }),
  ...more,
});

/** Characters and payloads in a free text. */
export const ODD_TEXTS: readonly RobustnessInput[] = [
  text(
    'unicode',
    'text with characters outside the Basic Multilingual Plane, joined and right-to-left',
    '😀𠜎👩‍👩‍👧 e\u0301 שלום',
    {
      inGate: true,
    },
  ),
  text(
    'noncharacters',
    'text with the last code points of each plane',
    '\uFFFF\u{1FFFE}\u{10FFFF}',
  ),
  text('controls', 'a text with control characters', 'a\u0001\u0008\u001B[31m\u007Fb'),
  text('nul', 'a text with the character U+0000', 'a\u0000b'),
  text(
    'direction',
    'a text with bidirectional overrides and zero-width characters',
    'a\u202Eb\u200Bc\uFEFFd',
  ),
  text('lone-surrogate', 'a text with half of a surrogate pair', 'a\uD83Db'),
  text('long-text', 'text half as long as the largest body', (longest) => 'x'.repeat(longest), {
    inGate: true,
  }),
  text('sql', 'an SQL payload', `x'; DROP TABLE no_such_table; -- " OR 1=1`, { inGate: true }),
  text('html', 'an HTML payload', '"><script>alert(1)</script><img src=x onerror=alert(1)>'),
  text('template', 'template payloads', '{{191*7}} ${191*7} <%= 191*7 %> #{191*7}', {
    evaluated: '1337',
  }),
  text('path', 'a path traversal payload', '../../../../../../etc/hosts'),
];

const LEVELS = 200;
const FIELD = '/unlistedField';
const MARK = '"<raw>"';

type Change = (material: Material) => Partial<Call>;

const write = (
  id: string,
  what: string,
  change: Change,
  more: Partial<RobustnessInput> = {},
): RobustnessInput => ({
  id,
  what,
  rule: 'V1',
  on: 'write',
  change: (legal, material) => ({ ...legal, ...change(material) }),
  ...more,
});

/** The draft as JSON, with a raw text as the value of an unknown field. */
const withRaw =
  (raw: string): Change =>
  ({ draft }) => ({
    rawBody: JSON.stringify(withValue(draft, FIELD, '<raw>')).replace(MARK, raw),
  });

const nested = (open: string, close: string): string =>
  `${open.repeat(LEVELS)}1${close.repeat(LEVELS)}`;

const asBytes =
  (encode: (text: string) => Uint8Array, headers: Call['headers']): Change =>
  ({ draft }) => ({
    rawBody: encode(JSON.stringify(draft)),
    ...(headers ? { headers } : {}),
  });

/** Two languages in one object. */
const twoLanguages: Change = ({ draft, languages: [first, last] }) => {
  const rest = JSON.stringify(withoutValue(draft, '/language')).slice(1, -1);
  return {
    rawBody: `{"language":"${first}",${rest},"language":"${last}"}`,
    // The parsed body if the last occurrence wins.
    body: withValue(draft, '/language', last),
  };
};

const many = (longest: number): unknown[] =>
  Array.from({ length: Math.min(5000, Math.floor(longest / 16)) }, (_, at) => `item ${at}`);

/** Legal but odd JSON. */
export const ODD_JSON: readonly RobustnessInput[] = [
  write('deep-objects', `an object nested ${LEVELS} levels deep`, withRaw(nested('{"a":', '}')), {
    rule: 'V14',
    inGate: true,
  }),
  write('deep-lists', `a list nested ${LEVELS} levels deep`, withRaw(nested('[', ']')), {
    rule: 'V14',
  }),
  write(
    'many-items',
    'a list of thousands of items',
    ({ draft, longest }) => ({
      body: withValue(draft, FIELD, many(longest)),
    }),
    { rule: 'V14' },
  ),
  write(
    'prototype-keys',
    'the keys __proto__ and constructor',
    withRaw('1,"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}'),
    { rule: 'V14' },
  ),
  write('big-integer', 'an integer of 30 digits', withRaw('123456789012345678901234567890'), {
    rule: 'V2',
  }),
  write('big-exponent', 'the number 1e400', withRaw('1e400'), { rule: 'V2' }),
  write('duplicate-keys', 'the key language twice, with two values', twoLanguages, {
    rule: 'V10',
    place: '/language',
    tell: (value, { body }) =>
      value === valueAt(body, '/language') ? 'the last one is used' : 'the first one is used',
    inGate: true,
  }),
  write('byte-order-mark', 'JSON after a byte order mark', ({ draft }) => ({
    rawBody: `\uFEFF${JSON.stringify(draft)}`,
  })),
  write('utf-16', 'JSON in UTF-16', ({ draft }) => ({
    rawBody: Buffer.from(JSON.stringify(draft), 'utf16le'),
    contentType: 'application/json; charset=utf-16le',
  })),
  write('gzip', 'a body compressed with gzip', asBytes(gzipSync, { 'content-encoding': 'gzip' }), {
    rule: 'S8',
  }),
  write(
    'false-gzip',
    'an uncompressed body with Content-Encoding: gzip',
    ({ draft }) => ({ body: draft, headers: { 'content-encoding': 'gzip' } }),
    { rule: 'S8' },
  ),
  write(
    'text-plain',
    'JSON with Content-Type: text/plain',
    ({ draft }) => ({ body: draft, contentType: 'text/plain' }),
    { rule: 'S8' },
  ),
  write(
    'no-content-type',
    'JSON without a content type',
    ({ draft }) => ({ body: draft, headers: { 'content-type': null } }),
    { rule: 'S8' },
  ),
];
