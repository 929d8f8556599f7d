import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import {
  KEYS,
  LEAST,
  sealedRun,
  type SealedRunChange,
  stated,
  WAIVER,
} from '../../reports/testing/sample-sealed-run.ts';
import { canonicalText, envelopeText, signerOf } from './envelope.ts';
import { checkCertificate, readCertificate } from './check-certificate.ts';
import { evidenceJsonSchema } from './evidence-seal.ts';
import { certificateJsonSchema, type Statement } from './predicate.ts';
import { lineResultsText } from './line-results.ts';
import { statementOf } from './statement.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';

const { privateKey, publicKey } = KEYS;

test('a complete run with a key is a certificate of its lines', () => {
  const { kind, says, whyNoCertificate } = stated().predicate;

  expect({ kind, says, whyNoCertificate }).toEqual({
    kind: 'certificate',
    says: 'conformant: jobloss, travel; not claimed: landlord, motor gap',
    whyNoCertificate: [],
  });
});

test('without a key it is a statement of results, which says so', () => {
  const { kind, whyNoCertificate } = statementOf(sealedRun(), null, LEAST).predicate;

  expect({ kind, whyNoCertificate }).toEqual({
    kind: 'statement of results',
    whyNoCertificate: ['not signed: the run had no key'],
  });
});

test('grants the other line if one has a fail', () => {
  const { kind, says } = stated({
    verdict: ({ operation }) => (operation === 'travel.draft-create' ? 'fail' : undefined),
  }).predicate;

  expect({ kind, says }).toEqual({
    kind: 'certificate',
    says: 'conformant: jobloss; not conformant: travel; not claimed: landlord, motor gap',
  });
});

test.each<readonly [string, SealedRunChange, string]>([
  [
    'an open cell',
    { verdict: ({ operation }) => (operation.startsWith('travel') ? 'inconclusive' : undefined) },
    'conformant: jobloss; not complete: travel',
  ],
  [
    'a line of which nothing was seen',
    { verdict: ({ operation }) => (operation.startsWith('travel') ? 'observed' : undefined) },
    'conformant: jobloss; not complete: travel',
  ],
])('%s is not conformant', (_, change, says) => {
  expect(stated(change).predicate.says).toContain(says);
});

test.each<readonly [string, SealedRunChange, string]>([
  [
    'the embedded service',
    { record: { embedded: { dialect: null, faults: [] } } },
    'the service is the reference service of Assay',
  ],
  ['a selection', { plan: { requirements: ['GAP-*'] } }, 'the run selected only: GAP-*'],
  [
    'a long selection',
    { plan: { requirements: ['A', 'B', 'C'], operations: ['d', 'e', 'f', 'g'] } },
    'the run selected only: A, B, C, d, e and 2 more',
  ],
  ['a gate', { plan: { command: 'gate' } }, 'assay gate judges less than assay certify'],
  [
    'fewer drafts',
    { plan: { runs: { jobloss: 25, travel: 24 } } },
    'the policy was lowered: 24 drafts per line instead of 25',
  ],
  [
    'a run that was stopped',
    { record: { stopped: 'stopped by SIGTERM' } },
    'the run did not finish: stopped by SIGTERM',
  ],
  [
    'a service whose TLS was not verified',
    { record: { target: { insecure: true } } },
    'the run did not verify the TLS certificate (--insecure)',
  ],
  [
    'a run with code of others in it',
    {
      record: {
        environment: [
          { name: 'NODE_PATH', effect: 'recorded' },
          { name: '--import (NODE_OPTIONS)', effect: 'uncertified' },
        ],
      },
    },
    'the run may have loaded code other than Assay: --import (NODE_OPTIONS) was set',
  ],
  [
    'a stale waiver',
    { record: { waivers: [{ ...WAIVER, requirement: 'LASTMOD-02', state: 'expired' }] } },
    'the waiver of LASTMOD-02 is expired',
  ],
])('%s never makes a certificate', (_, change, why) => {
  const { kind, whyNoCertificate } = stated(change).predicate;

  expect(kind).toBe('statement of results');
  expect(whyNoCertificate).toEqual([why]);
});

/** Problem of a statement signed with its own key, verified on a given day. */
const refusalOf = (statement: Statement, today = '2026-11-23'): string | undefined => {
  const text = envelopeText(canonicalText(statement, 0), privateKey);
  try {
    checkCertificate(readCertificate(text, 'it'), { key: publicKey, today, least: LEAST });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test('the owner of the key cannot contradict the figures', () => {
  const statement = stated({ plan: { command: 'gate' } });
  const { predicate } = statement;

  expect(refusalOf(statement)).toBeUndefined();
  expect(refusalOf({ ...statement, predicate: { ...predicate, kind: 'certificate' } })).toContain(
    'does not follow from its own figures',
  );
  expect(
    refusalOf({
      ...statement,
      predicate: { ...predicate, ledger: { ...predicate.ledger, cells: 1 } },
    }),
  ).toContain('are inconsistent');
});

test('grants a line once, and only if it was judged', () => {
  const statement = stated();
  const { predicate } = statement;
  const { lines, ledger } = predicate;
  const granted = (from: number, to: number, line = lines[to]?.line) => {
    const changed = lines.map((each, at) =>
      at === to ? { ...each, ...lines[from], line: line ?? each.line } : each,
    );
    const cells = changed.reduce((sum, each) => sum + each.cells, 0);
    const says = lineResultsText(changed);
    return refusalOf({
      ...statement,
      predicate: { ...predicate, lines: changed, says, ledger: { ...ledger, cells } },
    });
  };

  expect(granted(0, 3)).toContain('does not follow from its own figures');
  expect(granted(0, 3, 'travel')).toContain('does not follow from its own figures');
});

test('counts cells that do not apply to the declared target beside its line', () => {
  const { says } = stated({
    record: { target: { schemes: { owner: 'bearer', other: 'bearer' } } },
    verdict: ({ requirement }) => (requirement === 'AUTH-03' ? 'not-applicable' : undefined),
  }).predicate;

  expect(says).toMatch(
    /^conformant: jobloss \(\d+ not applicable\), travel \(\d+ not applicable\);/,
  );
});

test('a waiver is valid through its last day', () => {
  const waiver = { ...WAIVER, requirement: 'LASTMOD-02' };
  const statement = stated({ record: { waivers: [waiver] } });

  expect(refusalOf(statement, '2026-12-31')).toBeUndefined();
  expect(refusalOf(statement, '2027-01-01')).toBe(
    'the waiver of LASTMOD-02 (me: PROJ-7) expired on 2026-12-31; today is 2027-01-01',
  );
});

test.each([
  ['certificate', certificateJsonSchema],
  ['evidence', evidenceJsonSchema],
])('%s.schema.json is up to date; else: npm run schemas', (name, schema) => {
  const file = new URL(`../${name}.schema.json`, import.meta.url);

  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema());
});

test.each<readonly [string, SealedRunChange, string]>([
  ['a certificate', {}, 'PASSED'],
  ['a selection', { plan: { requirements: ['GAP-*'] } }, 'WARNED'],
  ['the embedded service', { record: { embedded: { dialect: null, faults: [] } } }, 'WARNED'],
])('the test result of %s without a failure', (_, change, result) => {
  const run = sealedRun(change);
  const text = testResultText(statementOf(run, signerOf(privateKey), LEAST), run.verdicts);

  expect(JSON.parse(text)).toMatchObject({ predicate: { result } });
});

test('the JSON Schema accepts a statement and rejects one with an additional key', () => {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const isValid = ajv.compile(certificateJsonSchema());
  const statement = JSON.parse(JSON.stringify(stated())) as object;

  expect(isValid(statement)).toBe(true);
  expect(isValid({ ...statement, more: 1 })).toBe(false);
});
