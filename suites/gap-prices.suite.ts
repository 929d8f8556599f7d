import { PRICE_INFLUENCES, type PriceInfluence } from '../generators/gap/price-influences.ts';
import { type Check, registerChecks } from './checks.ts';
import { FRACTIONS, INVOICES } from './gap-prices/alike-drafts.ts';
import { judgePriceAfterChange, judgeUpdateAfterPrice } from './gap-prices/changed-draft.ts';
import { judgeAlike } from './gap-prices/price-alike.ts';
import { judgeSamePrices, judgeSeveralPrices } from './gap-prices/several-prices.ts';
import { judgeInvalidation } from './gap-prices/stale-contract.ts';
import { run } from './run.ts';

/** Drafts that each check is tried with in certify; a gate tries one. */
const THOROUGH_DRAWS = 2;

const { thorough } = run.plan;

const check = (
  requirement: Check['requirement'],
  operation: Check['operations'][number],
  name: string,
  judge: Check['judge'],
): Check => ({ requirement, line: 'gap', operations: [operation], name, judge });

const stale = (field: PriceInfluence): Check =>
  check('GAP-PRICE-02', 'gap.contract-create', `stale${field}`, judgeInvalidation(field, 1));

/** A draft can have several price requests, all of them made before the change (States, rules 1 and 2). */
const staleTwice: Check = check(
  'GAP-PRICE-02',
  'gap.contract-create',
  'stale-twice/terms/variant',
  judgeInvalidation('/terms/variant', 2),
);

const CHECKS: readonly Check[] = [
  check('GAP-PRICE-01', 'gap.price-request', 'several', judgeSeveralPrices),
  check('GAP-PRICE-01', 'gap.price-request', 'after-change', judgePriceAfterChange),
  ...PRICE_INFLUENCES.map(stale),
  staleTwice,
  check('GAP-PRICE-03', 'gap.price-request', 'with-claims', judgeSamePrices('1')),
  check('GAP-PRICE-03', 'gap.price-request', 'without-claims', judgeSamePrices('0')),
  check('GAP-PRICE-04', 'gap.draft-update', 'update', judgeUpdateAfterPrice),
  ...[...FRACTIONS, ...INVOICES].map((alike) =>
    check(alike.requirement, 'gap.price-request', alike.name, judgeAlike(alike)),
  ),
];

registerChecks('gap-prices', 'Motor gap prices', CHECKS, thorough ? THOROUGH_DRAWS : 1);
