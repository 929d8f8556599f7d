import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { filesOf, renderExplanation } from './explanation.ts';

const all = [...CATALOGUE].map(([id, { notObservable }]) => ({
  id,
  isJudged: notObservable === undefined,
  files: filesOf(id),
}));

test('every requirement has an entry, and every judged one also a judge, a check and faults', () => {
  const lacking = all.filter(({ isJudged, files: { entry, judge, check, faults } }) => {
    const parts = isJudged ? [entry, judge, check, faults] : [entry];
    return parts.some((paths) => paths.length === 0);
  });

  expect(lacking).toEqual([]);
});

test('the named files exist', () => {
  const named = new Set(all.flatMap(({ files }) => Object.values(files).flat()));

  expect([...named].filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

test('a requirement with its own check names only that, or names it first', () => {
  expect(filesOf('GAP-TOKEN-01').check).toEqual(['suites/contract/forged-token.ts']);
  expect(filesOf('TRAVEL-CAR-04')).toMatchObject({
    judge: ['oracles/refusals/acceptance.ts'],
    check: ['suites/protocol/legal-variants.ts'],
  });
  expect(filesOf('GAP-CONTRACT-01')).toMatchObject({
    judge: ['oracles/state/one-contract.ts'],
    check: [
      'suites/contract/second-contract.ts',
      'suites/whole-run/contracts-of-drafts.ts',
      'suites/races/contract-race.ts',
      'suites/sequences/second-contract.ts',
    ],
  });
});

test('a requirement on every answer names the oracle that covers it', () => {
  const looked = all.filter(({ files: { judge } }) =>
    judge.includes('oracles/answers/judge-exchange.ts'),
  );
  const written = looked.filter(({ id }) => /-\d\d$/.test(id));
  const silent = written.filter(
    ({ id, files: { judge } }) =>
      !judge.some((path) => readFileSync(join(PROJECT, path), 'utf8').includes(`'${id}'`)),
  );

  expect(looked.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

test('an explanation names the page of its requirement where the documentation is published', () => {
  const id = 'GAP-FIELD-risk.drivers[].person.firstName-required';

  expect(renderExplanation(id)).not.toMatch(/^page/m);
  expect(renderExplanation(id, 'https://docs.example')).toMatch(
    /^page\s+https:\/\/docs\.example\/reference\/requirements\/GAP-FIELD-risk\.drivers_\.person\.firstName-required\.html$/m,
  );
});
