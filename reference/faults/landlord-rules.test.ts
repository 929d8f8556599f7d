import { expect, test } from 'vitest';
import { startReference } from '../start.ts';
import { SAMPLE_DRAFTS } from '../testing/sample-drafts.ts';
import { Visitor } from '../testing/visitor.ts';
import { faults as landlordRuleFaults } from './landlord-rules.ts';

const creations = landlordRuleFaults.filter(({ home }) => home !== undefined);

test.each(creations)(
  '$id: the header names the draft, and the body another one',
  async ({ id, home }) => {
    const idsOf = async (faults: readonly string[]) => {
      const running = await startReference({ ...(home ? { dialect: home } : {}), faults });
      try {
        const visitor = new Visitor(running);
        const answer = await visitor.call('landlord.draft-create', {}, SAMPLE_DRAFTS.landlord);
        const { draftId } = answer.body as { draftId?: unknown };
        return [visitor.idOf('landlord', 'draft', answer), draftId];
      } finally {
        await running.close();
      }
    };
    const [named, shown] = await idsOf([]);
    const [namedByFaulty, shownByFaulty] = await idsOf([id]);

    // A correct service that names the draft in a header need not show the id as well.
    expect([undefined, named]).toContain(shown);
    expect(namedByFaulty).toMatch(/./);
    expect(shownByFaulty).toMatch(/./);
    expect(shownByFaulty).not.toBe(namedByFaulty);
  },
);
