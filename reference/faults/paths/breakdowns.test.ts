import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../start.ts';
import { preparedCall } from '../../testing/prepared-call.ts';
import { Visitor } from '../../testing/visitor.ts';
import { alwaysBrokenFaults, frenchDraftFaults, priceWithoutFaults } from './breakdowns.ts';
import { operation, type OperationId } from '../../../spec/operations.ts';
import { valuesAt } from '../../item-pointer.ts';
import { type JsonObject, withPointer } from '../../json.ts';
import { idOn, writeDraft } from '../../testing/journey.ts';
import { SAMPLE_DRAFTS } from '../../testing/sample-drafts.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

test.each(alwaysBrokenFaults)('$id', async ({ id, breaks }) => {
  const on = breaks.operation as OperationId;
  const failing = await startReference({ faults: [id] });
  const prepared = await preparedCall(new Visitor(plain), on);
  const served = await new Visitor(plain).call(on, prepared.ids, prepared.body);
  const own = await preparedCall(new Visitor(failing), on);
  const broken = await new Visitor(failing).call(on, own.ids, own.body);
  await failing.close();

  expect(served.status).toBeLessThan(400);
  expect(broken.status).toBe(500);
});

test.each(frenchDraftFaults.filter((_, at) => at % 5 === 0))('$id', async ({ id, breaks }) => {
  const on = breaks.operation as OperationId;
  const { line } = operation(on);
  const failing = await startReference({ faults: [id] });
  const statusIn = async (language: string, running: RunningReference) => {
    const visitor = new Visitor(running);
    const suffix = line === 'landlord' ? '-BE' : '';
    const draft = { ...SAMPLE_DRAFTS[line], language: `${language}${suffix}` };
    const { ids, body } = await preparedCall(visitor, on, draft);
    return (await visitor.call(on, ids, body)).status;
  };
  const statuses = [
    await statusIn('fr', plain),
    await statusIn('nl', failing),
    await statusIn('fr', failing),
  ];
  await failing.close();

  expect(statuses).toEqual([200, 200, 500]);
});

/** Every field whose presence one of the faults assumes. */
const FIELDS = [
  '/terms/commercialName',
  '/terms/familySituation',
  '/risk/insuredProperty/surfaceArea',
  '/risk/cascoFactors/depreciationRate',
];

test.each(priceWithoutFaults)('$id', async ({ id, breaks }) => {
  const { line } = operation(breaks.operation as OperationId);
  const failing = await startReference({ faults: [id] });
  const draft = FIELDS.reduce<JsonObject>(
    (body, field) =>
      valuesAt(body, field).length === 0 ? body : withPointer(body, field, undefined),
    SAMPLE_DRAFTS[line],
  );
  const statusOf = async (running: RunningReference) => {
    const visitor = new Visitor(running);
    const { draftId } = await writeDraft(visitor, line, draft);
    return (await visitor.call(idOn(line, 'price-request'), { draftId }, {})).status;
  };
  const [served, broken] = [await statusOf(plain), await statusOf(failing)];
  await failing.close();

  expect(served).toBeLessThan(400);
  expect(broken).toBe(500);
});
