import { expect, test } from 'vitest';
import type { FaultCandidate } from './candidate.ts';
import { gathered } from './group.ts';

const fault = (id: string, confinedTo?: string, more: Partial<FaultCandidate> = {}) =>
  ({
    kind: 'fault',
    id,
    area: 'fields',
    requirement: `REQUIREMENT-${id}`,
    what: '',
    lines: ['landlord'],
    seed: 1,
    ...(confinedTo === undefined ? {} : { confinedTo }),
    ...more,
  }) satisfies FaultCandidate;

const idsOf = (candidates: readonly FaultCandidate[]) =>
  gathered(candidates).map((each) =>
    each.kind === 'group' ? each.members.map(({ id }) => id).join('+') : each.id,
  );

test('faults in fields beside each other share a service; what is inside another does not', () => {
  expect(
    idsOf([fault('a', '/terms'), fault('b', '/terms/startDate'), fault('c', '/risk'), fault('d')]),
  ).toEqual(['a+c', 'b', 'd']);
});

test('a name that begins alike is another field', () => {
  expect(idsOf([fault('a', '/term'), fault('b', '/terms')])).toEqual(['a+b']);
});

test('one requirement, another line, or another dialect is not shared', () => {
  const requirement = 'LEAD-01';
  expect(
    idsOf([
      fault('a', '/x', { requirement }),
      fault('b', '/y', { requirement }),
      fault('c', '/x', { lines: ['gap'] }),
      fault('d', '/z', { on: 'strict' }),
    ]),
  ).toEqual(['a', 'b', 'c', 'd']);
});

test('a group does not grow without end', () => {
  const many = Array.from({ length: 20 }, (_, at) => fault(`f${at}`, `/field${at}`));
  expect(gathered(many).map((each) => (each.kind === 'group' ? each.members.length : 1))).toEqual([
    16, 4,
  ]);
});
