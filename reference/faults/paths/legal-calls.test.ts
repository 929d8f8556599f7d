import { expect, test } from 'vitest';
import { LINES } from '../../../spec/line.ts';
import { operation, type OperationId } from '../../../spec/operations.ts';
import { idOn } from '../../testing/journey.ts';
import { preparedCall } from '../../testing/prepared-call.ts';
import { SAMPLE_DRAFTS } from '../../testing/sample-drafts.ts';
import { withFault } from '../../testing/with-fault.ts';
import { valueInside } from '../injection/stages.ts';
import { faults as legalCallFaults, USUAL_BEFORE } from './legal-calls.ts';

const sampled = legalCallFaults
  .filter(({ id }) => id.endsWith('-refused-after-a-usual-step'))
  .filter((_, at) => at === 0 || at % 3 === 2);

test.each(sampled)('$id: only if the other step came before', async ({ id, breaks }) => {
  const on = breaks.operation as OperationId;
  const { line, step } = operation(on);
  const before = idOn(line, USUAL_BEFORE[step] ?? 'draft-get');
  await withFault(id, async (visitor) => {
    const bodyOf = async () =>
      operation(before).step === 'draft-update'
        ? (await preparedCall(visitor, before)).body
        : operation(before).method === 'GET'
          ? undefined
          : {};
    const usual = await preparedCall(visitor, on);
    const served = await visitor.call(on, usual.ids, usual.body);
    const { ids, body } = await preparedCall(visitor, on);
    await visitor.call(before, ids, await bodyOf());
    const refused = await visitor.call(on, ids, body);

    expect(served.status).toBeLessThan(400);
    expect(refused.status).toBe(400);
  });
});

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
  '%s: the two values are refused together, and each is accepted alone',
  async (line) => {
    const create = idOn(line, 'draft-create');
    const draft = (values: object | undefined, requestPaperCopy: boolean) => ({
      ...SAMPLE_DRAFTS[line],
      ...values,
      terms: {
        ...(valueInside(SAMPLE_DRAFTS[line], 'terms') as object),
        ...(valueInside(values, 'terms') as object | undefined),
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
