import { expect, test } from 'vitest';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { LINES } from '../spec/line.ts';
import type { Facts, OthersMay } from './facts.ts';
import { ledger, notApplicableReason } from './ledger.ts';
import { sampleFacts } from './testing/sample-facts.ts';

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

test('every requirement that can be observed has cells, and no other', () => {
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

test('without a credential or an identity there is nobody to refuse (P1)', () => {
  expect(ruledOutBy({ identities: { owner: { auth: { scheme: 'none' } } } })).toEqual([
    'AUTH-01: not-declared',
    'AUTH-02: not-declared',
    'AUTH-03: not-declared',
    'AUTH-04: not-declared',
    'AUTH-05: not-declared',
    'AUTH-06: not-declared',
  ]);
});

test('a complete declaration excludes no cell', () => {
  expect(ruledOutBy({})).toEqual([]);
});

test('a selection keeps the cells of its requirements on its operations', () => {
  const scope = { lines: LINES, requirements: ['ID-01', 'STATUS-01'] as const };
  const ids = (more: object) => ledger({ ...scope, ...more }, facts).map(({ id }) => id);

  expect(ids({ operations: ['gap.draft-update'] })).toEqual([
    'ID-01@gap.draft-update',
    'STATUS-01@gap.draft-update',
  ]);
  expect(ids({}).every((id) => /^(ID-01|STATUS-01)@/.test(id))).toBe(true);
  expect(ids({})).toHaveLength(37 + 12);
});

const { identities, decisions } = sampleFacts;
const { owner, other, withoutRights } = identities;
const NOBODY = { auth: { scheme: 'none' } };

const isJudged = (requirement: RequirementId, over: Partial<Facts>): boolean =>
  notApplicableReason(requirement, 'gap.draft-get', { ...sampleFacts, ...over }) === undefined;

const may = (othersMay: OthersMay | undefined): Partial<Facts> => ({
  decisions: { ...decisions, othersMay },
});

test('the target declares the access to drafts of others (D10)', () => {
  const judged = (requirement: RequirementId) =>
    (['nothing', 'read', 'everything', undefined] as const).map((others) =>
      isJudged(requirement, may(others)),
    );

  expect(judged('AUTH-05')).toEqual([true, false, false, false]);
  expect(judged('AUTH-06')).toEqual([true, true, false, false]);
  for (const requirement of ['AUTH-05', 'AUTH-06'] as const)
    expect(isJudged(requirement, { identities: { owner, withoutRights } })).toBe(false);
});

test('a refusal shows something only to a refused client', () => {
  expect(isJudged('AUTH-04', { identities: { owner } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, withoutRights } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, other } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY } })).toBe(false);
  const isAsked = (others: OthersMay) =>
    isJudged('AUTH-04', { identities: { owner: NOBODY, other }, ...may(others) });
  expect((['nothing', 'read', 'everything'] as const).map(isAsked)).toEqual([true, false, false]);
});

test('the body of a deletion that an intermediary drops is not judged (D7)', () => {
  const carries = [true, undefined, false].map((deleteCarriesBody) =>
    isJudged('TRAVEL-CAR-04', { decisions: { ...decisions, deleteCarriesBody } }),
  );

  expect(carries).toEqual([true, true, false]);
});

test('a draft may omit the white label only if there is exactly one (P5)', () => {
  expect(
    [[], ['a'], ['a', 'b']].map((whiteLabels) => isJudged('GAP-WHITELABEL-01', { whiteLabels })),
  ).toEqual([false, true, false]);
  expect(
    [[], ['a'], ['a', 'b']].map((whiteLabels) =>
      isJudged('GAP-LEGAL-whiteLabelId', { whiteLabels }),
    ),
  ).toEqual([false, true, true]);
});
