import { expect, test } from 'vitest';
import { valueAt } from '../../generators/pointer.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { PLAIN } from '../contexts/context.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { refusedPrices } from './refused-prices.ts';

const ON = 'gap.price-request';
const SHORT = { ...PLAIN, content: 'short', updates: 1, priceRequests: 2 } as const;

/** A service that refuses the third price of a draft, if its content is such. */
const refusingThird = (isMeant: (draft: unknown) => boolean): StubService => {
  const service = stubService();
  const contents = new Map<string, unknown>();
  const prices = new Map<string, number>();
  return (call) => {
    const draft = call.params?.['draftId'] ?? '';
    if (call.operation === 'gap.draft-update') contents.set(draft, call.body);
    if (call.operation !== ON) return service(call);
    const count = (prices.get(draft) ?? 0) + 1;
    prices.set(draft, count);
    return count === 3 && isMeant(contents.get(draft)) ? { status: 409 } : service(call);
  };
};

/** Failures of the check in a run that noted a refusal in this context. */
const failuresOf = async (service: StubService, noted = true) => {
  const { run, exchanges } = await stubRun(service, 'gap', 'GAP-PRICE-01');
  const refused = sampleExchange(ON, 409);
  if (noted) run.memory.refusedPrices.note(refused, [sampleExchange(ON, 200)], SHORT);
  const [check] = refusedPrices.checks;
  const judged = await check?.collect({ run, seed: 1, test: 'refused-prices', attempt: 1 });
  return { sent: exchanges.length, failed: judged?.filter(({ verdict }) => verdict === 'fail') };
};

const hasNoPhone = (draft: unknown): boolean =>
  valueAt(draft, '/policyholder/contact/phone') === undefined;

test('a third price that only drafts without optional fields refuse fails, and names them', async () => {
  const { failed } = await failuresOf(refusingThird(hasNoPhone));

  expect(failed?.at(-1)).toMatchObject({
    requirement: 'GAP-PRICE-01',
    operation: ON,
    got: 'status 409, only if the draft has no phone, house numbers, title and choice of paper',
  });
});

test('a service that gives every price does not fail', async () => {
  expect((await failuresOf(stubService())).failed).toEqual([]);
});

test('nothing is sent if no price was refused after another one', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  run.memory.refusedPrices.note(sampleExchange(ON, 409), [], SHORT);

  expect(run.memory.refusedPrices.contexts()).toEqual([]);
  expect(await failuresOf(stubService(), false)).toEqual({ sent: 0, failed: [] });
});
