import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { writeDraftBy } from '../testing/journey.ts';
import { reachFrom } from '../testing/reach.ts';
import { RULE_DRAFTS } from '../testing/rule-drafts.ts';
import { withFault } from '../testing/with-fault.ts';
import { landlordAnswerFaults } from './landlord-answers.ts';

const WRITES = ['landlord.draft-create', 'landlord.draft-update'] as const;

test.each(landlordAnswerFaults)(
  '$id: a draft without the answer comes to a contract by the one write, and not by the other',
  async ({ id, breaks, on }) => {
    const [draft] = RULE_DRAFTS[breaks.requirement]?.landlord ?? [];
    await withFault(id, async (visitor) => {
      const reached = async (write: OperationId) => {
        const written = await writeDraftBy(visitor, write, draft);
        return (await reachFrom(visitor, operation(write).line, written)).refusedAt;
      };
      for (const write of WRITES)
        expect([write, (await reached(write)) === 'done']).toEqual([write, on.includes(write)]);
    });
  },
);
