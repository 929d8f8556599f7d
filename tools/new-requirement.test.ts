import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { filesFor, newRequirement, writeRequirement } from './new-requirement.ts';
import { scanSource } from './testing/source-imports.ts';

const TABLES = [
  'spec/requirements/travel-rules.ts',
  'oracles/judges.ts',
  'suites/subjects.ts',
  'reference/faults.ts',
];

test('a new requirement takes an entry, a judge, a check, a fault and a test, and three lines in tables', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-new-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of TABLES) cpSync(join(PROJECT, path), join(root, path));

  const one = newRequirement('TRAVEL-CAR-99', 'renamed-car');
  const paths = writeRequirement(one, root);

  expect(paths.toSorted()).toEqual(
    [
      ...TABLES,
      'oracles/state/renamed-car.ts',
      'oracles/state/renamed-car.test.ts',
      'suites/state/renamed-car.ts',
      'reference/faults/travel-rules/renamed-car.ts',
    ].toSorted(),
  );
  // They can be parsed.
  for (const path of paths) scanSource(path, readFileSync(join(root, path), 'utf8'));
  const entries = readFileSync(join(root, 'spec/requirements/travel-rules.ts'), 'utf8');
  expect(entries).toMatch(/'TRAVEL-CAR-04': \{\n(?: {4}.*\n)* {2}\},\n {2}'TRAVEL-CAR-99': \{/);
  expect(() => writeRequirement(one, root)).toThrow('renamed-car.ts exists');
});

test.each([
  ['TRAVEL-CAR-01', 'car', /TRAVEL-CAR-01 exists; ids are permanent/],
  ['TRAVEL-BOAT-01', 'boat', /no area TRAVEL-BOAT- .*; there are .*TRAVEL-CAR-/],
  ['LANGUAGE-02', 'language', /no area LANGUAGE- with a requirement that is judged/],
  ['boat', 'boat', /expected an id such as TRAVEL-CAR-05, got boat/],
  ['TRAVEL-CAR-98', 'Boat', /expected the subject in kebab case, such as renamed-car, got Boat/],
])('%s %s is refused', (id, name, message) => {
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
  const [path, edit] = files.find(([each]) => each.startsWith('spec/')) ?? [];

  expect(path).toBe(`spec/requirements/${stem}.ts`);
  expect(edit?.(readFileSync(join(PROJECT, path ?? ''), 'utf8'))).toContain(`'${id}': {`);
});
