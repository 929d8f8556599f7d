import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DRAFT_CASES, type DraftCase, NOON } from './testing/draft-cases.ts';
import type { Choices } from './choices.ts';
import { DIALECTS } from './dialects.ts';
import { drawn } from '../tools/testing/drawn.ts';
import { Visitor } from './testing/visitor.ts';
import { reach } from './testing/reach.ts';

const stepOf = ({ rule }: DraftCase, choices: Choices): string => {
  if (rule === 'jobloss-flags') return 'write';
  if (rule === 'casco-insurer') return choices.insurerFrom;
  if (rule !== 'contract-email') return choices.checkpoints[rule];
  return choices.draftsMayHoldInvalidEmail ? 'contract' : choices.checkpoints.schema;
};

// Each case starts with an empty motor gap draft; if equal bodies make one draft, all cases would share it.
const isApart = ({ ids }: Choices): boolean => ids.equalBodies === 'apart';

describe.each(
  drawn(
    DIALECTS.filter(({ slow, choices }) => !slow && isApart(choices)),
    6,
  ),
)('rules in dialect $name', ({ name, choices }) => {
  let running: RunningReference;
  let visitor: Visitor;
  beforeAll(async () => {
    running = await startReference({ dialect: name, now: () => NOON });
    visitor = new Visitor(running);
  });
  afterAll(() => running.close());

  test.each(DRAFT_CASES)('$rule: $name, refused at the required step', async (given) => {
    const faulty = await reach(visitor, given.line, given.faulty);
    const control = await reach(visitor, given.line, given.control);

    expect(faulty.refusedAt).toBe(stepOf(given, choices));
    expect(control.refusedAt).toBe('done');
  });
});

describe('the four jobloss flags', () => {
  test.each(DRAFT_CASES.filter(({ rule }) => rule === 'jobloss-flags'))(
    '$name is a 400 at the update, too',
    async ({ faulty, control }) => {
      const running = await startReference({ dialect: 'prefixed' });
      const visitor = new Visitor(running);
      const created = await visitor.call('jobloss.draft-create', {}, control);
      const draftId = visitor.idOf('jobloss', 'draft', created);
      const updated = await visitor.call('jobloss.draft-update', { draftId }, faulty);
      const again = await visitor.call('jobloss.draft-update', { draftId }, control);
      await running.close();

      expect([updated.status, again.status]).toEqual([400, 200]);
    },
  );
});
