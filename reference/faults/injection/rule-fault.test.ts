import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, type OperationId, operationOf } from '../../../spec/operations.ts';
import { FAULTS } from '../../faults.ts';
import { type RunningReference, startReference } from '../../start.ts';
import { writeDraftBy } from '../../testing/journey.ts';
import { reachFrom } from '../../testing/reach.ts';
import { RULE_DRAFTS } from '../../testing/rule-drafts.ts';
import { SAMPLE_DRAFTS } from '../../testing/sample-drafts.ts';
import { Visitor } from '../../testing/visitor.ts';
import { withFault } from '../../testing/with-fault.ts';
import type { RuleFault } from './rule-fault.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

const lineOf = (on: readonly OperationId[]) => operation(on[0] ?? 'gap.draft-update').line;

const writesOf = (on: readonly OperationId[]): readonly OperationId[] =>
  (['draft-create', 'draft-update'] as const).flatMap((step) => {
    const line = lineOf(on);
    // The body of a motor gap creation is not shown.
    return line === 'gap' && step === 'draft-create' ? [] : (operationOf(line, step)?.id ?? []);
  });

/** Faults of stated rules; the fault of an additional rule is excluded, since it breaks none. */
const rules = FAULTS.filter(
  (fault): fault is RuleFault =>
    fault.id.startsWith('rule-') && fault.breaks.requirement !== 'KEYVALUE-01',
);

test.each(rules)(
  '$id: a draft that breaks the rule gets further on the faulty operations, and nowhere else',
  async ({ id, breaks, on }) => {
    const drafts = RULE_DRAFTS[breaks.requirement]?.[lineOf(on)] ?? [];
    const reached = (visitor: Visitor, write: OperationId) =>
      Promise.all(
        drafts.map(async (draft) => {
          const written = await writeDraftBy(visitor, write, draft);
          return (await reachFrom(visitor, lineOf(on), written)).refusedAt;
        }),
      );

    await withFault(id, async (visitor) => {
      for (const write of writesOf(on)) {
        const usual = await reached(new Visitor(plain), write);
        const changed = await reached(visitor, write);
        expect(usual).not.toContain('done');
        expect([write, changed.join() !== usual.join()]).toEqual([write, on.includes(write)]);
      }
      const { refusedAt } = await reachFrom(
        visitor,
        lineOf(on),
        await writeDraftBy(
          visitor,
          writesOf(on)[0] ?? 'gap.draft-update',
          SAMPLE_DRAFTS[lineOf(on)],
        ),
      );
      expect(refusedAt).toBe('done');
    });
  },
);
