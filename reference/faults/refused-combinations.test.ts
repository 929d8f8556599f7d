import { expect, test } from 'vitest';
import { LINES } from '../../spec/line.ts';
import { idOn } from '../testing/journey.ts';
import { SAMPLE_DRAFTS } from '../testing/sample-drafts.ts';
import { withFault } from '../testing/with-fault.ts';
import { inside } from './stages.ts';

const WITH: Readonly<Record<string, object>> = {
  jobloss: { language: 'fr' },
  travel: { terms: { variant: 'premium' } },
  landlord: { terms: { variant: 'BASIC' } },
};
const WITHOUT: Readonly<Record<string, object>> = {
  jobloss: { language: 'nl' },
  travel: { terms: { variant: 'standard' } },
  landlord: { terms: { variant: 'CLASSIC' } },
};

test.each(LINES.filter((line) => line in WITH))(
  '%s: the two values are refused together, and each is taken alone',
  async (line) => {
    const create = idOn(line, 'draft-create');
    const draft = (values: object | undefined, requestPaperCopy: boolean) => ({
      ...SAMPLE_DRAFTS[line],
      ...values,
      terms: {
        ...(inside(SAMPLE_DRAFTS[line], 'terms') as object),
        ...(inside(values, 'terms') as object | undefined),
        requestPaperCopy,
      },
    });
    await withFault(`${line}-draft-create-refuses-a-combination`, async (visitor) => {
      const isTaken = async (body: object) => (await visitor.call(create, {}, body)).status < 400;

      expect(await isTaken(draft(WITH[line], true))).toBe(false);
      expect(await isTaken(draft(WITH[line], false))).toBe(true);
      expect(await isTaken(draft(WITHOUT[line], true))).toBe(true);
    });
  },
);
