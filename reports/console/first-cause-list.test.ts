import { expect, test } from 'vitest';
import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import { renderDecisionNotes } from './decision-notes.ts';
import { renderFirstCauses } from './first-cause-list.ts';

const cause: FirstCause = {
  sentence:
    'Motor gap Draft Create answered 400 to every body (78 times). The specification shows no body for it: set bodies.gap.draft-create.',
  target: 'bodies.gap.draft-create is not set, so {} was sent',
  answer: '{"error":"no product"}',
  exchange: 12,
  operation: 'gap.draft-create',
  cells: ['a', 'b'],
};

test('a cause is a paragraph: what came and what to change, what the target says, what the answer held', () => {
  expect(renderFirstCauses([cause])).toBe(
    `
? Motor gap Draft Create answered 400 to every body (78 times). The specification shows no body
  for it: set bodies.gap.draft-create. 2 cells depend on it.
  target  bodies.gap.draft-create is not set, so {} was sent
  answer  {"error":"no product"}  (exchange 12)
`.trim(),
  );
});

test('five causes are told in full, the others are counted with their cells', () => {
  const text = renderFirstCauses(Array.from({ length: 7 }, () => cause));

  expect(text.match(/^\? /gm)).toHaveLength(5);
  expect(text).toMatch(/\n… and 2 more causes of 4 cells$/);
});

test('what an answer held cannot break a line or write to the terminal', () => {
  const text = renderFirstCauses([{ ...cause, answer: `\u001B[31m${'x'.repeat(400)}\n` }]);

  expect(text).not.toContain('\u001B');
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('nothing to tell is nothing', () => {
  expect([renderFirstCauses([]), renderDecisionNotes([])]).toEqual(['', '']);
});

test('of the decisions four are told, the others are counted', () => {
  const note = { key: 'k', sentence: 'decisions.lastModified says true.', explainsFails: true };
  const text = renderDecisionNotes(Array.from({ length: 6 }, () => note));

  expect(text.split('\n')).toEqual([
    ...Array.from({ length: 4 }, () => 'note  decisions.lastModified says true.'),
    "… and 2 more of the target's decisions",
  ]);
});
