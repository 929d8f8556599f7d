import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import {
  CATALOGUE,
  catalogueSummary,
  entryFileOf,
  ENTRIES,
  type RequirementId,
  requirementOf,
  type WrittenRequirementId,
} from './catalogue.ts';
import { JUDGEMENT_RULES } from './judgement.ts';
import { type KnownOperation, type OperationId, OPERATIONS } from './operations.ts';
import { JOURNEY } from './probe-descriptions.ts';
import { isJudged, LEVELS, type Requirement } from './requirement.ts';

const all = [...CATALOGUE];
const idsWhere = (holds: (row: KnownOperation) => boolean) =>
  OPERATIONS.filter(holds).map((row) => row.id);

const namesOf = (operations: readonly OperationId[]): string =>
  operations.length === OPERATIONS.length ? 'every operation' : operations.join(' ');

// Pins ids, operations and rules, so that a change of them shows in review; sentences may change.
test('ids keep their level, proof, operations and rules; else: npx vitest run spec/catalogue --update', async () => {
  const lines = all
    .map(
      ([id, { level, proof, operations, rules, unwaivable = 'waivable' }]) =>
        `${id}: ${level}, ${proof}, ${unwaivable}: ${namesOf(operations)} (${rules.join(' ')})`,
    )
    .toSorted();

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('catalogue.snapshot.txt');
});

test('ids are unique', () => {
  const given = ENTRIES.map(([id]) => id);

  expect(given.filter((id, index) => given.indexOf(id) !== index)).toEqual([]);
  expect(CATALOGUE.size).toBe(ENTRIES.length);
});

test('no two requirements have the same statement', () => {
  const byStatement = Map.groupBy(all, ([, { statement }]) => statement);
  const twice = [...byStatement.values()].filter(({ length }) => length > 1);

  expect(twice.map((group) => group.map(([id]) => id))).toEqual([]);
});

test('a hand-written id is an area and a number, a generated one ends with the name of a field', () => {
  const odd = all
    .map(([id]) => id)
    .filter((id) => !/^[A-Z]+(-[A-Z]+)*-(\d\d|[a-z][\w.[\]]*(-[a-z]+)?)$/.test(id));

  expect(odd).toEqual([]);
});

const unique = (list: readonly unknown[]) => new Set(list).size === list.length;

/** Problems of a catalogue entry, in words. */
const flaws = ({ notObservable, ...entry }: Requirement): readonly string[] => {
  const sound = {
    'a level': LEVELS.includes(entry.level),
    'a full sentence': /^[A-Za-z].{15,}\.$/.test(entry.statement),
    'a source': /\w{4}/.test(entry.source),
    'operations, each once': entry.operations.length > 0 && unique(entry.operations),
    'rules, each once': entry.rules.length > 0 && unique(entry.rules),
    'known rules': entry.rules.every((rule) => rule in JUDGEMENT_RULES),
    'INVISIBLE where it is': entry.rules.includes('INVISIBLE') === (notObservable !== undefined),
    'a reason': notObservable === undefined || /^[A-Z].+\.$/.test(notObservable),
  };
  return Object.entries(sound).flatMap(([wanted, holds]) => (holds ? [] : [wanted]));
};

test('every requirement is complete', () => {
  const flawed = all
    .map(([id, requirement]) => ({ id, lacks: flaws(requirement) }))
    .filter(({ lacks }) => lacks.length > 0);

  expect(flawed).toEqual([]);
});

test('detects an incomplete requirement', () => {
  const lame: Requirement = {
    ...requirementOf('PATH-01'),
    statement: 'No full stop at the end',
    operations: [],
    notObservable: 'because',
  };

  expect(flaws(lame)).toEqual([
    'a full sentence',
    'operations, each once',
    'INVISIBLE where it is',
    'a reason',
  ]);
});

test('a mistyped id does not compile', () => {
  expectTypeOf<'PATH-01'>().toExtend<RequirementId>();
  expectTypeOf<'PATH-99'>().not.toExtend<RequirementId>();
  expectTypeOf<string>().not.toExtend<WrittenRequirementId>();
  expectTypeOf<'JOBLOSS-FIELD-metadata[].key-type'>().toExtend<RequirementId>();
  expectTypeOf<'JOBLOSS-FIELD-metadata.key-type'>().not.toExtend<RequirementId>();
  expectTypeOf<'TRAVEL-LEGAL-risk.isCarsAgeEligible'>().not.toExtend<RequirementId>();

  expect(requirementOf('TRAVEL-LEGAL-risk.isCarsAgeElligible').rules).toContain('V13');
});

test('refuses an unknown id', () => {
  expect(() => requirementOf('JOBLOSS-FIELD-language-special')).toThrow(
    'the catalogue has no requirement JOBLOSS-FIELD-language-special',
  );
});

const EVERYWHERE: readonly RequirementId[] = [
  'PATH-01',
  'LEGAL-01',
  'ERROR-01',
  'VERSION-01',
  'VERSION-02',
  'VERSION-03',
  'COUNTRY-01',
  'COUNTRY-02',
  'AUTH-01',
  'AUTH-02',
  'AUTH-03',
];

test.each(EVERYWHERE)('%s is judged on all 48 operations', (id) => {
  expect(isJudged(requirementOf(id))).toBe(true);
  expect(requirementOf(id).operations).toEqual(idsWhere(() => true));
  expect(requirementOf(id).operations).toHaveLength(48);
});

const named = (row: KnownOperation) => row.response.shown && row.response.name !== 'none';

test.each<[RequirementId, number, (row: KnownOperation) => boolean]>([
  ['STATUS-01', 12, (row) => row.success !== null],
  ['STATUS-02', 12, (row) => row.failures !== null],
  ['ERROR-02', 12, (row) => row.failures?.includes(500) === true],
  ['STATUS-03', 3, (row) => row.failures?.includes(402) === true],
  ['LASTMOD-01', 7, (row) => row.headers.includes('Last-Modified')],
  ['GAP-CONTRACT-02', 1, (row) => row.headers.includes('Location')],
  ['RESOURCE-01', 8, (row) => row.detail !== null && named(row)],
  ['LANDLORD-DRAFT-01', 2, (row) => row.detail === null && named(row)],
  ['ID-01', 37, (row) => row.path.includes('{draftId}')],
  ['ID-02', 7, (row) => row.path.includes('{contractId}')],
  ['ID-03', 1, (row) => row.path.includes('{carId}') && row.method === 'DELETE'],
  ['ID-04', 1, (row) => row.path.includes('{personId}') && row.method === 'DELETE'],
  ['ID-05', 1, (row) => row.path.includes('{keyId}') && row.method === 'DELETE'],
])('%s applies to the %i operations for which the tables state it', (id, count, holds) => {
  expect(requirementOf(id).operations).toEqual(idsWhere(holds));
  expect(requirementOf(id).operations).toHaveLength(count);
});

const detailsOf = (id: RequirementId) =>
  requirementOf(id).operations.map((on) => OPERATIONS.find((row) => row.id === on)?.detail);

test('a body that is no object is judged if its refusal or acceptance proves something', () => {
  const undetailed: OperationId[] = [
    'jobloss.draft-create',
    'jobloss.lead-create',
    'landlord.draft-update',
    'landlord.lead-create',
  ];
  const detailed = ['J1', 'T1', 'T2', 'T3', 'T6', 'L1', 'G1', 'G2', 'G3', 'G4'];
  const withoutUpdate = detailed.filter((detail) => detail !== 'G1');

  expect(requirementOf('BODY-01').operations).toEqual(expect.arrayContaining(undetailed));
  expect(detailsOf('BODY-01').filter((detail) => detail !== null)).toEqual(detailed);
  expect(detailsOf('BODY-02').filter((detail) => detail !== null)).toEqual(withoutUpdate);
  expect(detailsOf('BODY-03')).toEqual(detailsOf('BODY-02'));
  expect(detailsOf('BODY-04')).toEqual(['G4']);
  expect(detailsOf('BODY-05')).toEqual(withoutUpdate.filter((detail) => detail !== 'G4'));
});

test('the summary adds up to the catalogue', () => {
  const summary = catalogueSummary();
  const sum = summary.reduce((total, { cells }) => total + cells, 0);
  const observable = all.filter(([, each]) => each.notObservable === undefined);
  const cells = (entries: typeof all) => entries.flatMap(([, { operations }]) => operations).length;

  expect(new Set(summary.map(({ line, level }) => `${line} ${level}`)).size).toBe(8);
  expect(sum).toBe(cells(observable));
});

test('the summary counts a requirement on each of its lines', () => {
  const about = all.filter(
    ([, each]) => each.level === 'stated' && each.operations.some((on) => on.startsWith('gap.')),
  );

  expect(catalogueSummary()).toContainEqual(
    expect.objectContaining({
      line: 'gap',
      level: 'stated',
      requirements: about.length,
      notObservable: about.filter(([, each]) => each.notObservable !== undefined).length,
    }),
  );
});

test('every judged requirement describes its probes, and no other does', () => {
  const wrong = ENTRIES.filter(([, each]) => isJudged(each) !== (each.sent !== undefined));

  expect(wrong.map(([id]) => id)).toEqual([]);
});

test('an explained requirement exists, and shares an operation with the one that explains it', () => {
  const wrong = ENTRIES.flatMap(([id, { explains = [], operations }]) =>
    explains
      .map(({ requirement }) => requirement)
      .filter((other) => {
        const explained = CATALOGUE.get(other as RequirementId);
        return other === id || !explained?.operations.some((on) => operations.includes(on));
      })
      .map((other) => `${id} ${other}`),
  );

  expect(wrong).toEqual([]);
});

test('every hand-written requirement is in the file that is named for it', () => {
  const wrong = all
    .map(([id]) => id)
    .filter((id) => /-\d\d$/.test(id))
    .filter((id) => {
      const path = join(import.meta.dirname, 'requirements', `${entryFileOf(id)}.ts`);
      return !readFileSync(path, 'utf8').includes(`'${id}': {`);
    });

  expect(wrong).toEqual([]);
});

test('a universal requirement names the journeys as its probes', () => {
  const wrong = ENTRIES.filter(
    ([, { isUniversal, sent = '' }]) => isUniversal && !sent.startsWith(JOURNEY),
  );

  expect(wrong.map(([id]) => id)).toEqual([]);
});
