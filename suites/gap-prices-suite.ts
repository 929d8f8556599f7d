import { PRICE_INFLUENCES } from '../generators/gap/price-influences.ts';
import { type Check, checksSuite } from './engine/checks.ts';
import { FRACTIONS, invoices, collectAlike } from './gap-prices/price-alike.ts';
import {
  collectPriceAfterChange,
  collectUpdateAfterPrice,
  collectSamePrices,
  collectSeveralPrices,
} from './gap-prices/later-prices.ts';
import { collectInvalidation } from './gap-prices/stale-contract.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';

/** Drafts that each check is tried with. */
const DRAWS = { gate: 1, certify: 2 } as const;

const check = (
  requirement: Check['requirement'],
  operation: Check['operations'][number],
  name: string,
  collect: Check['collect'],
): Check => ({ requirement, line: 'gap', operations: [operation], name, collect });

const checksOf = (run: Run): readonly Check[] => [
  check('GAP-PRICE-01', 'gap.price-request', 'several', collectSeveralPrices),
  check('GAP-PRICE-01', 'gap.price-request', 'after-change', collectPriceAfterChange),
  ...PRICE_INFLUENCES.map((field) =>
    check('GAP-PRICE-02', 'gap.contract-create', `stale${field}`, collectInvalidation(field, 1)),
  ),
  // A draft can have several price requests, all of them made before the change (States, rules 1 and 2).
  check(
    'GAP-PRICE-02',
    'gap.contract-create',
    'stale-twice/terms/variant',
    collectInvalidation('/terms/variant', 2),
  ),
  check('GAP-PRICE-03', 'gap.price-request', 'with-claims', collectSamePrices('1')),
  check('GAP-PRICE-03', 'gap.price-request', 'without-claims', collectSamePrices('0')),
  check('GAP-PRICE-04', 'gap.draft-update', 'update', collectUpdateAfterPrice),
  ...[...FRACTIONS, ...invoices(run)].map((alike) =>
    check(alike.requirement, 'gap.price-request', alike.name, collectAlike(alike)),
  ),
];

/** Prices of motor gap drafts, what moves them and what they bind (States, rules 1 and 2; R3, R6). */
export const gapPricesSuite = (run: Run): Suite =>
  checksSuite(run, 'gap-prices', checksOf(run), DRAWS[run.plan.thorough ? 'certify' : 'gate']);
