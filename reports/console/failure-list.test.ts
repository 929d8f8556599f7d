import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { CATALOGUE, requirementOf } from '../../spec/catalogue.ts';
import { cellVerdict } from '../testing/sample-record.ts';
import { DATE_FAILURES } from '../testing/field-failures.ts';
import { listFailures, renderFailureList, renderFirstCauses } from './failure-list.ts';
import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import { renderDecisionNotes } from './configuration-hints.ts';

const verdicts = (count: number, more: Partial<CellVerdict>): CellVerdict[] =>
  Array.from({ length: count }, (_, n) =>
    cellVerdict({ ...more, cell: `${more.requirement ?? 'GAP-CONTRACT-02'}@${n}` }),
  );

const renderOne = ({ requirement }: CellVerdict): string => `✗ ${requirement}`;

const run = [
  ...verdicts(3, { verdict: 'pass' }),
  ...verdicts(1, { verdict: 'inconclusive', reason: 'disturbance' }),
  ...verdicts(3, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }),
  ...verdicts(3, { requirement: 'GAP-CONTRACT-02' }),
  ...verdicts(1, { requirement: 'GAP-CONTRACT-03' }),
  ...verdicts(1, { verdict: 'error', got: 'expected a draft, got a stack trace' }),
];

test('lists fails first, then errors, then inconclusive cells, the largest group first', () => {
  expect(renderFailureList(listFailures(run), renderOne)).toBe(
    `
✗ GAP-CONTRACT-02
  … and 2 more of the same requirement: gap.contract-create, gap.contract-create

✗ GAP-CONTRACT-03

! harness at fault on GAP-CONTRACT-02@0: expected a draft, got a stack trace

? 3 cells not judged, blocked by an earlier step (see DRAFT-01); more failures may hide behind it
  cells   GAP-CONTRACT-02@0, GAP-CONTRACT-02@1, GAP-CONTRACT-02@2
  got     303 without Location
? 1 cell not judged, no answer came, or it came from the environment (proxy, gateway, rate limit)
  cells   GAP-CONTRACT-02@0
  got     303 without Location
`.trim(),
  );
});

test('shows more cells of a requirement on request', () => {
  const [first] = listFailures(run, { cells: 2 }).failed;

  expect([first?.shown.length, first?.more.length]).toEqual([2, 1]);
});

test('prints failures that probably have one fault as one group, with its cells', () => {
  const text = renderFailureList(listFailures([...DATE_FAILURES, ...verdicts(1, {})]), renderOne);

  expect(text).toBe(
    `
4 cells: probably one fault, in 4 fields: A … draft must be refused if … is not a calendar date
YYYY-MM-DD.
✗ JOBLOSS-FIELD-terms.startDate-format
  … and 3 more of the same kind: TRAVEL-FIELD-terms.startDate-format@travel.draft-update, … 2 more

✗ GAP-CONTRACT-02
`.trim(),
  );
});

test('prints requirements above the limit with their whole statement, and from a ninth on a count', () => {
  const ids = [...CATALOGUE.keys()].slice(0, 12);
  const many = ids.flatMap((requirement, at) => verdicts(Math.max(1, 5 - at), { requirement }));
  const text = renderFailureList(listFailures(many), renderOne);

  const blocks = text.split('\n\n').slice(0, 3);
  expect(blocks.map((block) => block.split('\n')[0])).toEqual(
    ids.slice(0, 3).map((id) => `✗ ${id}`),
  );
  const brief = text.split('\n\n')[3]?.split('\n') ?? [];
  expect(brief[0]).toMatch(new RegExp(`^✗ ${ids[3]} .*  2 cells$`));
  expect(brief.filter((line) => line.startsWith('✗'))).toHaveLength(8);
  for (const id of ids.slice(3, 11))
    expect(brief.map((line) => line.trim()).join(' ')).toContain(requirementOf(id).statement);
  expect(brief.at(-1)).toBe(`… and 1 more failed requirement: ${ids[11]}`);
  expect(Math.max(...brief.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('groups blocked cells by what blocks them', () => {
  const blocked = [
    ...verdicts(1, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }),
    ...verdicts(2, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'GAP-CONTRACT-02' }),
  ];

  expect(listFailures(blocked).open.map(({ blockedBy }) => blockedBy)).toEqual([
    'GAP-CONTRACT-02',
    'DRAFT-01',
  ]);
});

test('counts names that do not fit', () => {
  const many = verdicts(40, { verdict: 'inconclusive', reason: 'hole' });

  const text = renderFailureList(listFailures(many), renderOne);

  expect(text).toMatch(
    /^\? 40 cells not judged, .+\n {2}cells {3}GAP-CONTRACT-02@0, .*, … 3\d more\n/,
  );
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('shows the most frequent answer of a group, and counts groups beyond six', () => {
  const each = (got: string, count: number) =>
    verdicts(count, { verdict: 'inconclusive', reason: 'twin-refused', got });
  const reasons = [
    'hole',
    'intermittent',
    'other-code',
    'disturbance',
    'not-executed',
    'unstated-rule',
  ] as const;
  const others = reasons.flatMap((reason) => verdicts(2, { verdict: 'inconclusive', reason }));
  const list = listFailures([...each('status 400', 1), ...each('status 402', 2), ...others]);

  const text = renderFailureList(list, renderOne);

  expect(text).toContain('\n  got     status 402 (2 of 3)\n');
  expect(text).toMatch(/\n… and 2 cells not judged for other reasons$/);
});

test('prints nothing for a clean run', () => {
  expect(renderFailureList(listFailures(verdicts(5, { verdict: 'pass' })), renderOne)).toBe('');
});

const cause: FirstCause = {
  sentence:
    'Motor gap Draft Create answered 400 to every body (78 times). The specification shows no body for it: set bodies.gap.draft-create.',
  target: 'bodies.gap.draft-create is not set, so {} was sent',
  answer: '{"error":"no product"}',
  exchange: 12,
  operation: 'gap.draft-create',
  cells: ['a', 'b'],
};

test('a cause is a paragraph: what happened and what to change, the declaration, the answer', () => {
  expect(renderFirstCauses([cause])).toBe(
    `
? Motor gap Draft Create answered 400 to every body (78 times). The specification shows no body
  for it: set bodies.gap.draft-create. 2 cells depend on it; more failures may hide behind it.
  target  bodies.gap.draft-create is not set, so {} was sent
  answer  {"error":"no product"}  (exchange 12)
`.trim(),
  );
});

test('prints five causes in full, and counts the others with their cells', () => {
  const text = renderFirstCauses(Array.from({ length: 7 }, () => cause));

  expect(text.match(/^\? /gm)).toHaveLength(5);
  expect(text).toMatch(/\n… and 2 more causes of 4 cells$/);
});

test('the content of an answer cannot break a line or control the terminal', () => {
  const text = renderFirstCauses([{ ...cause, answer: `\u001B[31m${'x'.repeat(400)}\n` }]);

  expect(text).not.toContain('\u001B');
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('prints nothing without causes', () => {
  expect([renderFirstCauses([]), renderDecisionNotes([])]).toEqual(['', '']);
});

test('prints four decisions, and counts the others', () => {
  const note = { key: 'k', sentence: 'decisions.lastModified says true.', explainsFails: true };
  const text = renderDecisionNotes(Array.from({ length: 6 }, () => note));

  expect(text.split('\n')).toEqual([
    ...Array.from({ length: 4 }, () => 'note  decisions.lastModified says true.'),
    "… and 2 more of the target's decisions",
  ]);
});
