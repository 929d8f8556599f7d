import { gzipSync } from 'node:zlib';
import type { Call } from '../../client/http/client.ts';
import { valueAt, withoutValue, withValue } from '../../generators/pointer.ts';
import type { Material, RobustnessInput } from './robustness-input.ts';

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

/** The draft as JSON, with a raw text as the value of a field that the tables do not have. */
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
    // As the last one has it.
    body: withValue(draft, '/language', last),
  };
};

const many = (longest: number): unknown[] =>
  Array.from({ length: Math.min(5000, Math.floor(longest / 16)) }, (_, at) => `item ${at}`);

/** JSON that is legal in itself, and odd. */
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
      value === valueAt(body, '/language') ? 'the last one counts' : 'the first one counts',
    inGate: true,
  }),
  write('byte-order-mark', 'JSON behind a byte order mark', ({ draft }) => ({
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
    'a body that is called compressed and is not',
    ({ draft }) => ({ body: draft, headers: { 'content-encoding': 'gzip' } }),
    { rule: 'S8' },
  ),
  write(
    'text-plain',
    'JSON called text/plain',
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
