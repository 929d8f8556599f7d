import { expect, test } from 'vitest';
import type { FaultCandidate } from './candidate.ts';
import { groupFaults, bisectGroup } from './fault-group.ts';

const fault = (id: string, confinedTo?: string, more: Partial<FaultCandidate> = {}) =>
  ({
    kind: 'fault',
    id,
    area: 'fields',
    requirement: `REQUIREMENT-${id}`,
    cells: [`REQUIREMENT-${id}@landlord.draft-create`],
    what: '',
    lines: ['landlord'],
    seed: 1,
    ...(confinedTo === undefined ? {} : { confinedTo }),
    ...more,
  }) satisfies FaultCandidate;

const idsOf = (candidates: readonly FaultCandidate[]) =>
  groupFaults(candidates).map((each) =>
    each.kind === 'group' ? each.members.map(({ id }) => id).join('+') : each.id,
  );

test('faults in separate fields share a service; nested ones do not', () => {
  expect(
    idsOf([fault('a', '/terms'), fault('b', '/terms/startDate'), fault('c', '/risk'), fault('d')]),
  ).toEqual(['a+c', 'b', 'd']);
});

test('faults of one requirement or field share a service on different operations', () => {
  const on = (operation: string) => ({ cells: [`LEAD-01@${operation}`] });
  expect(
    idsOf([
      fault('a', '/terms', on('landlord.draft-create')),
      fault('b', '/terms', on('landlord.draft-update')),
      fault('c', '/terms/startDate', {
        cells: ['A@landlord.draft-create', 'A@landlord.draft-update'],
      }),
    ]),
  ).toEqual(['a+b', 'c']);
});

test('a name with the same prefix is another field', () => {
  expect(idsOf([fault('a', '/term'), fault('b', '/terms')])).toEqual(['a+b']);
});

test('one cell, another line or another dialect is not shared', () => {
  const cells = ['LEAD-01@landlord.lead-create'];
  expect(
    idsOf([
      fault('a', '/x', { cells }),
      fault('b', '/y', { cells }),
      fault('c', '/x', { lines: ['gap'] }),
      fault('d', '/z', { on: 'strict' }),
    ]),
  ).toEqual(['a', 'b', 'c', 'd']);
});

test('the size of a group is limited', () => {
  const many = Array.from({ length: 20 }, (_, at) => fault(`f${at}`, `/field${at}`));
  expect(
    groupFaults(many).map((each) => (each.kind === 'group' ? each.members.length : 1)),
  ).toEqual([16, 4]);
});

test('faults that refuse legal values share a service with few of their kind, and with no others', () => {
  const refusing = Array.from({ length: 6 }, (_, at) =>
    fault(`r${at}`, `/field${at}`, { refusesValues: true }),
  );

  expect(idsOf([fault('a', '/terms'), ...refusing, fault('b', '/risk')])).toEqual([
    'a+b',
    'r0+r1+r2+r3',
    'r4+r5',
  ]);
});

test('bisects a group of indistinguishable faults, down to single faults', () => {
  const [group] = groupFaults([fault('a', '/a'), fault('b', '/b'), fault('c', '/c')]);
  if (group?.kind !== 'group') throw new Error('expected a group');
  const [first, last] = bisectGroup(group);

  expect(last).toMatchObject({ kind: 'fault', id: 'c' });
  if (first?.kind !== 'group') throw new Error('expected a group');
  expect(bisectGroup(first).map((each) => each.kind === 'fault' && each.id)).toEqual(['a', 'b']);
});
