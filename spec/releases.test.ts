import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { operation } from './operations.ts';
import {
  CHANGE_KINDS,
  changedOperations,
  isNewer,
  isVersion,
  type Release,
  releasesAfter,
  type VerdictChange,
} from './releases.ts';
import { RELEASES } from '../store/releases.ts';

const cellsOf = (change: VerdictChange): readonly string[] =>
  [...CATALOGUE].flatMap(([id, requirement]) =>
    changedOperations(change, id, requirement).map((on) => `${id}@${on}`),
  );

/** Cells in a text like catalogue.snapshot.txt. */
const cellsIn = (name: string): readonly string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((row) => {
      const [, id = '', operations = ''] = /^([^ ]+): [^:]+: (.*) \(/.exec(row) ?? [];
      const { operations: all } = CATALOGUE.get(id as never) ?? { operations: [] };
      const names = operations === 'every operation' ? all : operations.split(' ');
      return names.map((on) => `${id}@${on}`);
    });

test('every cell that the last release did not have is listed as new', () => {
  const released = new Set(cellsIn('catalogue.released.txt'));
  const added = cellsIn('catalogue.snapshot.txt').filter((cell) => !released.has(cell));
  const listed = RELEASES.filter(({ version }) => version === null)
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind === 'new')
    .flatMap(cellsOf);

  expect(released.size).toBeGreaterThan(2000);
  expect(
    added.filter((cell) => !listed.includes(cell)),
    'add them to "changes" of the first entry in spec/releases.json, whose version is null, as npm run new does',
  ).toEqual([]);
  // Otherwise a gate could only observe what it has always judged.
  expect(listed.filter((cell) => released.has(cell))).toEqual([]);
});

test('releases have falling versions and days, and name cells of the catalogue', () => {
  const dated = RELEASES.filter(({ version }) => version !== null);
  const open = RELEASES.length - dated.length;

  expect(RELEASES.slice(0, open).every(({ date }) => date === null)).toBe(true);
  expect(open).toBeLessThanOrEqual(1);
  expect(dated.every(({ version, date }) => isVersion(version ?? '') && date !== null)).toBe(true);
  const falls = dated.every(({ version }, at) => {
    const next = dated[at + 1]?.version;
    return next === undefined || next === null || isNewer(version ?? '', next);
  });
  expect(falls).toBe(true);
  for (const change of RELEASES.flatMap(({ changes }) => changes)) {
    expect(CHANGE_KINDS).toContain(change.kind);
    expect([change.requirement, cellsOf(change).length]).not.toEqual([change.requirement, 0]);
    expect(change.what ?? CATALOGUE.get(change.requirement as never)?.statement).toMatch(
      /^\S.{15,}/,
    );
  }
});

test.each([
  ['1.0.0', '0.9.9', true],
  ['1.10.0', '1.9.3', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.1', '1.1.0', false],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.2', '1.0.0-rc.1', false],
  ['1.0.0-rc.1', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

test('only releases after a version count, never what is not released', () => {
  const releases: readonly Release[] = [
    { version: null, date: null, changes: [] },
    { version: '1.1.0', date: '2026-12-01', changes: [] },
    { version: '1.0.0', date: '2026-11-01', changes: [] },
  ];

  expect(releasesAfter('1.0.0', releases).map(({ version }) => version)).toEqual(['1.1.0']);
  expect(releasesAfter(undefined, releases)).toHaveLength(2);
});

test('a change is about the operations that its patterns name', () => {
  const change = { kind: 'new', requirement: 'AUTH-0?', operation: 'gap.*', what: '' } as const;
  const on = CATALOGUE.get('AUTH-01')?.operations ?? [];

  expect(changedOperations(change, 'AUTH-01', { operations: on })).toEqual(
    on.filter((each) => operation(each).line === 'gap'),
  );
  expect(changedOperations(change, 'LEGAL-01', { operations: on })).toEqual([]);
});
