import { expect, test } from 'vitest';
import type { OpenPoint } from '../oracles/open-point.ts';
import { LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { sortedOpenPoints, openPointSections } from './open-point-rows.ts';

const point = (on: OperationId, outcome: string, more: Partial<OpenPoint> = {}): OpenPoint => ({
  id: `empty-text@${operation(on).line}`,
  subject: 'values',
  question: 'is an empty text accepted?',
  rule: 'V1',
  line: operation(on).line,
  operation: on,
  sent: '',
  outcome,
  exchanges: [1],
  ...more,
});

const rows = (...points: OpenPoint[]) =>
  openPointSections(points, LINES).flatMap((section) =>
    section.rows.map(({ outcome, where }) => `${outcome} | ${where}`),
  );

const creations = (outcome: string) => [
  point('jobloss.draft-create', outcome),
  point('travel.draft-create', outcome),
  point('landlord.draft-create', outcome),
  point('gap.draft-update', outcome),
];

test('states a decision that all lines share once', () => {
  expect(rows(...creations('accepted'))).toEqual(['accepted | all lines']);
});

test('gives different lines a row each', () => {
  expect(rows(...creations('accepted').slice(1), point('jobloss.draft-create', 'refused'))).toEqual(
    ['refused | Jobloss', 'accepted | Travel, Landlord, Motor gap'],
  );
});

test('names operations if those of one line differ', () => {
  const points = [
    ...creations('accepted'),
    point('travel.draft-update', 'refused'),
    point('landlord.draft-update', 'refused'),
    point('travel.car-post', 'refused'),
  ];

  expect(rows(...points)).toEqual([
    'accepted | draft-create, draft-update (Motor gap)',
    'refused | draft-update (Travel, Landlord), car-post',
  ]);
});

test('adds what a read showed to the outcome of its line', () => {
  const kept = point('landlord.draft-create', 'accepted', { kept: 'kept as "x"' });

  expect(rows(kept)).toEqual(['accepted, kept as "x" | Landlord']);
  expect(rows(kept, point('travel.draft-create', 'accepted'))).toEqual([
    'accepted (Landlord: kept as "x") | Travel, Landlord',
  ]);
});

test('sorts internals first, then server errors', () => {
  const odd = { subject: 'robustness' } as const;
  const points = [
    point('travel.draft-create', 'a', { ...odd, question: 'harmless' }),
    point('travel.draft-create', 'b', { ...odd, question: 'breaks', serverError: true }),
    point('travel.draft-create', 'c', {
      ...odd,
      question: 'shows',
      internals: [{ kind: 'SQL', excerpt: 'SQLSTATE' }],
    }),
  ];

  expect(rows(...points)).toEqual(['c | Travel', 'b | Travel', 'a | Travel']);
});

test('the order does not depend on the time of recording', () => {
  const points = [
    ...creations('accepted'),
    point('travel.draft-get', '200', { subject: 'answers', id: 'status' }),
  ];

  expect(sortedOpenPoints(points.toReversed())).toEqual(sortedOpenPoints(points));
  expect(sortedOpenPoints(points)[0]?.subject).toBe('answers');
});

test('lists errors of other subjects under robustness, too, by request', () => {
  const broken = point('travel.draft-create', 'server error', { sent: '/a ""', serverError: true });

  expect(
    openPointSections([broken], LINES).map(({ subject, rows }) => [
      subject,
      rows.map(({ question }) => question),
    ]),
  ).toEqual([
    ['values', ['is an empty text accepted?']],
    ['robustness', ['/a ""']],
  ]);
});
