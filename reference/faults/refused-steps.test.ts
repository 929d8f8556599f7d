import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { idOn } from '../testing/journey.ts';
import { preparedCall } from '../testing/prepared-call.ts';
import { withFault } from '../testing/with-fault.ts';
import { refusedStepFaults, USUAL_BEFORE } from './refused-steps.ts';

const [first] = refusedStepFaults;
const sampled = [first, ...refusedStepFaults.filter((_, at) => at % 3 === 2)].filter(
  (each) => each !== undefined,
);

test.each(sampled)('$id: only where the other step came before', async ({ id, breaks }) => {
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
