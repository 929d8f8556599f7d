import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/example.ts';
import { judgePricedContent } from '../../oracles/prices/priced-content.ts';
import type { OperationId } from '../../spec/operations.ts';
import { PricedGapDrafts } from './priced-drafts.ts';

const COMPLETE = '{"risk":{"vehicle":{"details":{"code":"1"}}}}';
const WITHOUT_VEHICLE = '{"language":"en"}';

/** An operation, a draft, and the body of a call or the status of its answer. */
type GapCall = readonly [on: OperationId, draft: string, sent: string | number];

/** Verdicts after these calls. */
const verdictsAfter = (...calls: readonly GapCall[]) => {
  const drafts = new PricedGapDrafts();
  for (const [at, [on, draft, sent]] of calls.entries()) {
    const status = typeof sent === 'number' ? sent : 200;
    const exchange = sampleExchange(on, status, { n: at + 1 });
    const body = { encoding: 'utf8', text: typeof sent === 'number' ? '{}' : sent } as const;
    const url = `http://127.0.0.1/drafts/BE/motor/gap/drafts/${draft}`;
    drafts.note({ ...exchange, request: { ...exchange.request, url, body } });
  }
  return judgePricedContent(drafts.prices());
};

const BARE = [
  ['gap.draft-update', 'bare', WITHOUT_VEHICLE],
  ['gap.price-request', 'bare', 200],
] as const satisfies readonly GapCall[];

const PRICED_COMPLETE = [
  ['gap.draft-update', 'complete', COMPLETE],
  ['gap.price-request', 'complete', 200],
] as const;

test('a price of a draft without vehicle details fails beside one of a draft that has them (E5)', () => {
  expect(verdictsAfter(...PRICED_COMPLETE, ...BARE)).toMatchObject([
    { verdict: 'fail', exchanges: [4], twin: 2 },
  ]);
});

const UNJUDGED: Readonly<Record<string, readonly GapCall[]>> = {
  'its price was refused or redirected': [
    ['gap.draft-update', 'bare', WITHOUT_VEHICLE],
    ['gap.price-request', 'bare', 402],
    ['gap.price-request', 'bare', 308],
  ],
  'its vehicle details were sent after the price, so both may have been in flight at once': [
    ...BARE,
    ['gap.draft-update', 'bare', COMPLETE],
  ],
  'it was never written': [['gap.price-request', 'bare', 200]],
};

test.each(Object.entries(UNJUDGED))(
  'a draft without vehicle details is not judged if %s',
  (_, calls) => {
    expect(verdictsAfter(...PRICED_COMPLETE, ...calls)).toEqual([]);
  },
);
