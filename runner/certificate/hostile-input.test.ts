import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { envelopeText } from '../../store/certificate/envelope.ts';
import { Foreign, Refused } from '../../store/certificate/bounded-file.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { verifyCertificate } from './verify-certificate.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const errorOf = (act: () => unknown): Error | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as Error;
  }
};

const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync('ed25519');
const file = join(folder, 'certificate.json');

const write = (content: string | Uint8Array) => (): void => writeFileSync(file, content);
/** Signs any payload in an envelope with our key. */
const signed = (payload: string) => write(envelopeText(payload, privateKey));
const statement = (type: string): string =>
  `${JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [], predicateType: type, predicate: {} })}\n`;

/** Name, content of the file, exit code, and part of the message. */
type Hostile = readonly [string, () => void, 1 | 2, string];

test.each<Hostile>([
  ['2 GB', () => (write('{')(), truncateSync(file, 2 ** 31)), 2, 'has 2,048 MB'],
  ['nothing', write(''), 2, 'is empty'],
  ['a binary file', write(Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe])), 2, 'is binary'],
  ['a text', write('hello\n'), 2, 'is not JSON'],
  ['other JSON', write('{\n  "a": 1\n}\n'), 2, 'is not a certificate of Assay'],
  ...drawnInTurn<Hostile>('deep lists', [
    [
      'a list that is nested deeply',
      write('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
      2,
      'is nested too deeply',
    ],
  ]),
  [
    'a payload that is nested deeply',
    signed('['.repeat(500_000) + ']'.repeat(500_000)),
    2,
    'is nested too deeply',
  ],
  [
    'a key that stands there twice',
    write('{\n  "payload": "",\n  "payload": ""\n}\n'),
    1,
    'it has a duplicate key',
  ],
  [
    'a payload with a key twice',
    signed('{"predicateType":"a","predicateType":"b"}\n'),
    1,
    'it has a duplicate key',
  ],
  ['line ends of Windows', write('{\r\n  "payload": ""\r\n}\r\n'), 1, 'has other line ends'],
  ['a key __proto__', signed('{"__proto__":{"kind":"certificate"}}\n'), 1, 'has a key __proto__'],
  [
    'a statement of somebody else',
    signed(statement('https://slsa.dev/provenance/v1')),
    2,
    'https://slsa.dev/provenance/v1',
  ],
  [
    'a newer form',
    signed(statement('urn:assay:conformance:v2')),
    1,
    'verify it with a newer Assay',
  ],
  [
    'a statement without its parts',
    signed(statement('urn:assay:conformance:v1')),
    2,
    'does not match its type',
  ],
  ['a link', () => (rmSync(file, { force: true }), symlinkSync('/dev/zero', file)), 2, 'is a link'],
  ['nothing at all', () => rmSync(file, { force: true }), 2, 'is missing'],
])('%s ends with one sentence', (_, lay, code, sentence) => {
  lay();

  const error = errorOf(() => verifyCertificate(file, {}, { version: '1', today: '2026-11-23' }));
  rmSync(file, { force: true });

  expect(error).toBeInstanceOf(code === 1 ? Refused : Foreign);
  expect(error?.message).toContain(sentence);
  expect(error?.message).not.toContain('\n');
});

test.each([
  ['changed', signed('{"predicateType":"a","predicateType":"b"}\n'), 1],
  ['foreign', write('hello\n'), 2],
])('exit code for input that is %s', async (_, lay, code) => {
  lay();

  const result = await callCli(['verify', file]);

  expect(result.code).toBe(code);
  expect((code === 1 ? result.stdout : result.stderr).trimEnd().split('\n')).toHaveLength(1);
});

test.each([
  ['a type', signed(statement('urn:\u001b[2J\u202e\ncertificate: all of it'))],
  [
    'a key',
    signed(
      `${JSON.stringify({ predicateType: 'urn:assay:conformance:v1', ['\u001b[2J\u202e'.repeat(9000)]: 1 })}\n`,
    ),
  ],
  ['a newer form', signed(statement(`urn:assay:conformance:\u001b[2J${'x'.repeat(9000)}`))],
])('prints %s of a stranger as one readable line', async (_, lay) => {
  lay();

  const { stdout, stderr } = await callCli(['verify', file]);

  expect(stdout + stderr).toMatch(/^[^\p{Cc}\u202e]+\n$/u);
  expect((stdout + stderr).length).toBeLessThan(1100);
});
