import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { FAMILIES, filesOf } from './explanation.ts';

test('every requirement has an entry, and one that is judged a judge, a check and faults', () => {
  const lacking = [...CATALOGUE].flatMap(([id, { notObservable }]) => {
    const { entry, judge, check, faults } = filesOf(id);
    const parts = notObservable === undefined ? [entry, judge, check, faults] : [entry];
    return parts.every((paths) => paths.length > 0) ? [] : [id];
  });

  expect(lacking).toEqual([]);
});

test('the files of a family are there', () => {
  const named = FAMILIES.flatMap(([, files]) => Object.values(files).flat());

  expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

test('one that is told by its id has its own judge', () => {
  expect(filesOf('GAP-CONTRACT-01')).toMatchObject({
    entry: ['spec/requirements/gap-rules.ts'],
    judge: ['oracles/state/one-contract.ts'],
    check: expect.arrayContaining(['suites/contract/second-contract.ts']) as string[],
    faults: ['reference/faults/gap-rules/contracts.ts'],
  });
});
