import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TargetError } from '../../client/target/target-error.ts';
import { load } from '../../client/testing/test-load.ts';
import { PROJECT } from '../../client/project.ts';
import { ledger } from '../../oracles/ledger.ts';
import { SILENCING_KEYS } from '../../oracles/silencing.ts';
import { dialectOf } from '../../reference/dialects.ts';
import { targetDocument } from '../../reference/target-document.ts';
import { LINES } from '../../spec/line.ts';
import { silencingPage } from './silencing-page.ts';
import { drawnInTurn } from '../testing/drawn.ts';

/** Keys that silence no cell: locations, transport and timeouts. */
const NEVER_SILENT: Readonly<Record<string, string>> = {
  $schema: 'for editors',
  name: 'a name',
  base_url: 'where it is',
  gap_base_url: 'where it is',
  lines: 'what is judged, as --line: a certificate names its lines',
  proxy: 'how it is reached',
  ca: 'whom to trust',
  tls: 'who calls',
  testHosts: 'a run that uses them is never a certificate',
  headers: 'what every request carries; none that says who calls',
  userAgent: 'what every request carries',
  trace: 'what every request carries',
  traces: 'for people',
  'identities.*.note': 'for people',
  envelope: 'where something is: a wrong place leaves cells open',
  ids: 'where something is: a wrong place leaves cells open',
  bodies: 'what is sent: a wrong body leaves cells open',
  termsToken: 'where something is: a wrong place leaves cells open',
  prices: 'where something is: a wrong place leaves cells open',
  paymentTerms: 'what is sent',
  vehicleCodes: 'what is sent',
  insurers: 'what is sent',
  mailDomain: 'what is sent',
  limits: 'how patiently: what is not answered in time stays open',
  load: 'load alone',
  'new.observe': 'a waiver until a day, of a gate only: a certificate is never granted with it',
  build: 'which build it is',
  'decisions.checkpoints': 'when a rule has to have refused at the latest',
  'decisions.readBackDelay': 'how patiently',
  'decisions.draftsMayHoldInvalidEmail': 'what is expected is found out',
  'decisions.contractNeedsPrice': 'what is relied on',
  'decisions.othersMayRead': 'the former name of othersMay',
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const schema = JSON.parse(
  readFileSync(join(PROJECT, 'client', 'target', 'target.schema.json'), 'utf8'),
) as {
  readonly $defs: { readonly target: Schema };
};

/** Leaf keys below a key, with their schemas. */
const leaves = (path: string, of: Schema): readonly (readonly [string, Schema])[] => {
  const inner = Object.entries(of.properties ?? {});
  if (inner.length === 0) return [[path, of]];
  return inner.flatMap(([key, each]) => leaves(path === '' ? key : `${path}.${key}`, each));
};
const LEAVES = leaves('', schema.$defs.target);

/** Leaf keys and their parents. */
const PATHS = [
  ...new Set(
    LEAVES.flatMap(([path]) =>
      path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.')),
    ),
  ),
];

const isBelow = (path: string, key: string): boolean => {
  const pattern = key.split('.');
  return (
    path
      .split('.')
      .every((part, at) => at >= pattern.length || ['*', part].includes(pattern[at] ?? '')) &&
    path.split('.').length >= pattern.length
  );
};
const isListed = (path: string): boolean => SILENCING_KEYS.some(({ key }) => isBelow(path, key));
const isExempt = (path: string): boolean =>
  Object.keys(NEVER_SILENT).some((key) => isBelow(path, key));

const ADDRESSES = { base_url: 'http://127.0.0.1:1', gap_base_url: 'http://127.0.0.1:1' };
const SECRETS = {
  ASSAY_TOKEN: 'the-first-secret',
  ASSAY_OTHER_TOKEN: 'the-other-secret',
  ASSAY_NO_RIGHTS_TOKEN: 'the-third-secret',
};
const { name, choices } = dialectOf('plain');
const full = () => structuredClone(targetDocument(name, choices, ADDRESSES));

/** Copy with the value at a path replaced, or removed if undefined. */
const withValue = (
  document: unknown,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): unknown => {
  const known = (document ?? {}) as Record<string, unknown>;
  const next = rest.length === 0 ? value : withValue(known[key], rest, value);
  const { [key]: _, ...others } = known;
  return next === undefined ? others : { ...others, [key]: next };
};

/** Cells that do not apply to a target. */
const notApplicable = async (document: unknown): Promise<readonly string[]> => {
  const target = await load({ document }, SECRETS).catch((error: unknown) => {
    // A required key silences nothing.
    if (error instanceof TargetError) return undefined;
    throw error;
  });
  if (target === undefined) return [];
  return ledger({ lines: LINES }, target).flatMap((cell) => (cell.notApplicable ? [cell.id] : []));
};

const NOBODY = { auth: { scheme: 'none' } };

/** Values to try for a key, including undefined (left out). */
const valuesOf = (path: string, { type, enum: listed }: Schema): readonly unknown[] => {
  // Only the complete value states that nobody can be refused.
  if (path === 'identities') return [{ owner: NOBODY }];
  if (path === 'identities.owner.auth') return [undefined, NOBODY.auth];
  if (path === 'whiteLabels') return [undefined, [], ['a', 'b']];
  return [undefined, ...(listed ?? []), ...(type === 'boolean' ? [true, false] : [])];
};

test('every key of a target either can silence cells and is listed, or never does', () => {
  expect(LEAVES.length).toBeGreaterThan(40);
  const unclear = LEAVES.map(([path]) => path).filter((path) => !isListed(path) && !isExempt(path));

  expect(unclear).toEqual([]);
  expect(SILENCING_KEYS.filter(({ key }) => isExempt(key))).toEqual([]);
  expect(
    Object.keys(NEVER_SILENT).filter((key) => !PATHS.some((path) => isBelow(path, key))),
  ).toEqual([]);
});

test.each(
  drawnInTurn('silencing keys', [
    'cells that any changed key of a full target excludes belong to a listed key',
  ]),
)('%s', async () => {
  expect(await notApplicable(full())).toEqual([]);
  const silent = new Set<string>();
  const kinds = new Map(LEAVES);
  for (const path of PATHS) {
    for (const value of valuesOf(path, kinds.get(path) ?? {})) {
      const cells = await notApplicable(withValue(full(), path.split('.'), value));
      if (cells.length > 0) silent.add(path);
    }
  }

  const holdsListed = (path: string) =>
    SILENCING_KEYS.some(({ key }) => key.startsWith(`${path}.`));
  expect([...silent].filter((path) => !isListed(path) && !holdsListed(path))).toEqual([]);
  const found = SILENCING_KEYS.filter(
    ({ key, becomes }) =>
      becomes === 'not-applicable' && ![...silent].some((path) => isBelow(path, key)),
  );
  expect(found.map(({ key }) => key)).toEqual([]);
});

test('the page lists every key with the cells that it silences', () => {
  const { text } = silencingPage();

  for (const { key, subject } of SILENCING_KEYS)
    expect(text).toMatch(
      new RegExp(String.raw`^\| \`${key}\` \| .* \| ${subject} \| .*[1-9]\d*: `, 'm'),
    );
});
