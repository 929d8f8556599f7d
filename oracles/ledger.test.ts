import { expect, test } from 'vitest';
import { CATALOGUE } from '../spec/catalogue.ts';
import { LINES } from '../spec/line.ts';
import type { Facts } from './facts.ts';
import { ledger } from './ledger.ts';

const facts: Facts = {
  identities: { owner: { auth: { scheme: 'bearer' } }, other: {}, withoutRights: {} },
  decisions: {
    lastModified: true,
    readBackDelay: 0,
    paymentStatusExists: false,
    othersMay: 'nothing',
  },
  features: { landlordLeads: false },
  sideEffects: { leads: 'allow', contracts: 'allow' },
  whiteLabels: ['only'],
};

test('what cannot be observed has no cell, and all else has one', () => {
  const withCells = new Set(ledger({ lines: LINES }, facts).map((cell) => cell.requirement));
  const without = [...CATALOGUE.keys()].filter((id) => !withCells.has(id));
  expect(without).toEqual(
    [...CATALOGUE].filter(([, each]) => each.notObservable !== undefined).map(([id]) => id),
  );
});

test('a requirement has a cell for each of its operations on the selected lines', () => {
  const cells = ledger({ lines: ['travel', 'gap'] }, facts);

  expect(cells.filter(({ requirement }) => requirement === 'ID-02').map(({ id }) => id)).toEqual([
    'ID-02@travel.contract-get',
    'ID-02@travel.contract-download',
    'ID-02@gap.contract-get',
  ]);
});

const ruledOutBy = (over: Partial<Facts>) => [
  ...new Set(
    ledger({ lines: ['gap'] }, { ...facts, ...over }).flatMap(({ requirement, notApplicable }) =>
      notApplicable ? [`${requirement}: ${notApplicable.reason}`] : [],
    ),
  ),
];

test('without a credential or an identity nobody can be refused for one (P1)', () => {
  expect(ruledOutBy({ identities: { owner: { auth: { scheme: 'none' } } } })).toEqual([
    'AUTH-01: not-declared',
    'AUTH-02: not-declared',
    'AUTH-03: not-declared',
    'AUTH-04: not-declared',
    'AUTH-05: not-declared',
    'AUTH-06: not-declared',
  ]);
});

test('what is declared is judged', () => {
  expect(ruledOutBy({})).toEqual([]);
});

test('a selection leaves the cells of its requirements on its operations', () => {
  const scope = { lines: LINES, requirements: ['ID-01', 'STATUS-01'] as const };
  const ids = (more: object) => ledger({ ...scope, ...more }, facts).map(({ id }) => id);

  expect(ids({ operations: ['gap.draft-update'] })).toEqual([
    'ID-01@gap.draft-update',
    'STATUS-01@gap.draft-update',
  ]);
  expect(ids({}).every((id) => /^(ID-01|STATUS-01)@/.test(id))).toBe(true);
  expect(ids({})).toHaveLength(37 + 12);
});
