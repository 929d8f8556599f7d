import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { filesFor, newRequirement, writeRequirement } from './new-requirement.ts';
import { scanSource } from './testing/source-imports.ts';
import { tableTexts } from './write-tables.ts';

const ENTRIES = 'spec/requirements/travel-rules.ts';

test('a new requirement consists of an entry, a judge with examples, a check and a fault, which register themselves', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-new-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of [ENTRIES, 'spec/releases.json', 'oracles', 'suites', 'reference'])
    cpSync(join(PROJECT, path), join(root, path), { recursive: true });

  const one = newRequirement('TRAVEL-CAR-99', 'repainted-car');
  const paths = await writeRequirement(one, root);

  expect(paths).toEqual([
    ENTRIES,
    'spec/releases.json',
    'oracles/state/repainted-car.ts',
    'suites/state/repainted-car.ts',
    'reference/faults/travel-rules/repainted-car.ts',
  ]);
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  // They can be parsed.
  for (const path of paths.filter((each) => each.endsWith('.ts'))) scanSource(path, textOf(path));
  expect(textOf('spec/releases.json')).toContain('"requirement": "TRAVEL-CAR-99"');
  expect(textOf(ENTRIES)).toMatch(
    new RegExp(`'${one.last}': \\{\\n(?: {4}.*\\n)* {2}\\},\\n {2}'TRAVEL-CAR-99': \\{`),
  );
  expect(textOf('oracles/judge-files.ts')).toContain(
    "'state/repainted-car': stateRepaintedCarJudges,",
  );
  expect(textOf('suites/check-files.ts')).toContain('  repaintedCar,\n');
  expect(textOf('reference/fault-files.ts')).toContain("'travel-rules/repainted-car': ");
  await expect(writeRequirement(one, root)).rejects.toThrow('repainted-car.ts exists');
});

test('the tables list every judge, check and fault; else: npm run tables', async () => {
  const expected = await tableTexts();
  const found = [...expected.keys()].map(
    (path) => [path, readFileSync(join(PROJECT, path), 'utf8')] as const,
  );

  expect(new Map(found)).toEqual(expected);
});

test.each([
  ['TRAVEL-CAR-01', 'car', /TRAVEL-CAR-01 exists; ids are permanent/],
  ['TRAVEL-BOAT-01', 'boat', /no area TRAVEL-BOAT- .*; there are .*TRAVEL-CAR-/],
  ['LANGUAGE-02', 'language', /no area LANGUAGE- with a requirement that is judged/],
  ['boat', 'boat', /expected an id such as TRAVEL-CAR-05, got boat/],
  ['TRAVEL-CAR-98', 'Boat', /expected the subject in kebab case, such as renamed-car, got Boat/],
])('refuses %s %s', (id, name, message) => {
  expect(() => newRequirement(id, name)).toThrow(message);
});

test.each([
  ['VERSION-99', 'version'],
  ['AUTH-99', 'authentication'],
  ['GAP-PRICE-99', 'gap-rules'],
  ['GAP-INVOICE-99', 'gap-rules'],
  ['LANDLORD-DRAFT-99', 'landlord-rules'],
  ['PATH-99', 'paths'],
])('%s finds its place in the file of its area', (id, stem) => {
  const files = Object.entries(filesFor(newRequirement(id, 'new-subject')));
  const [path, edit] = files.find(([each]) => each.startsWith('spec/requirements/')) ?? [];

  expect(path).toBe(`spec/requirements/${stem}.ts`);
  expect(edit?.(readFileSync(join(PROJECT, path ?? ''), 'utf8'))).toContain(`'${id}': {`);
});
