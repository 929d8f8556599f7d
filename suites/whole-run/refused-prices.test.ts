import { expect, test } from 'vitest';
import { valueAt } from '../../generators/pointer.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
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

/** Failures of the check in a run that noted a refusal in these contexts. */
const failuresOf = async (service: StubService, contexts: readonly ProbeContext[] = [SHORT]) => {
  const { run, exchanges } = await stubRun(service, 'gap', 'GAP-PRICE-01');
  for (const context of contexts)
    run.memory.refusedPrices.note(sampleExchange(ON, 409), [sampleExchange(ON, 200)], context);
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
    got: 'status 409, only if the draft has no phone, house numbers, title or choice of paper',
  });
});

test('a service that gives every price does not fail', async () => {
  expect((await failuresOf(stubService())).failed).toEqual([]);
});

test('nothing is sent if no price was refused after another one', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  run.memory.refusedPrices.note(sampleExchange(ON, 409), [], SHORT);

  expect(run.memory.refusedPrices.contexts()).toEqual([]);
  expect(await failuresOf(stubService(), [])).toEqual({ sent: 0, failed: [] });
});

test('a price that is refused only after a price and a lead fails, in the order of its context', async () => {
  const service = stubService();
  const steps = new Map<string, string[]>();
  const { failed } = await failuresOf(
    (call) => {
      const before = steps.get(call.params?.['draftId'] ?? '') ?? [];
      steps.set(call.params?.['draftId'] ?? '', [...before, call.operation]);
      const isLate =
        before.includes('gap.lead-create') &&
        before.indexOf(ON) < before.indexOf('gap.lead-create');
      return call.operation === ON && before.includes(ON) && isLate
        ? { status: 409 }
        : service(call);
    },
    [{ ...PLAIN, priceRequests: 1, lead: 'sent' }],
  );

  expect(failed?.at(-1)?.got).toBe(
    'status 409, only if the draft was priced before and a lead was sent before',
  );
});

test('contexts are taken for their values, in whatever order they were noted; none with a contract', async () => {
  const french: ProbeContext = { ...PLAIN, language: 'fr', policyholder: 'company' };
  const contexts = [
    french,
    { ...french, updates: 1 },
    SHORT,
    { ...french, contract: 'made' },
  ] as const;
  const taken = async (all: readonly ProbeContext[]) => {
    const { run } = await stubRun(stubService(), 'gap');
    for (const context of all)
      run.memory.refusedPrices.note(sampleExchange(ON, 409), [sampleExchange(ON, 200)], context);
    return run.memory.refusedPrices.contexts();
  };

  expect(await taken(contexts.toReversed())).toEqual(await taken(contexts));
  expect(await taken(contexts)).toHaveLength(3);
});

test.each([429, 503])('status %i is no refusal of a price', async (status) => {
  const { run } = await stubRun(stubService(), 'gap');
  run.memory.refusedPrices.note(sampleExchange(ON, status), [sampleExchange(ON, 200)], SHORT);

  expect(run.memory.refusedPrices.contexts()).toEqual([]);
});
