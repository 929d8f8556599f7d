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
/** Fields whose change a gate tries to hide from a price request; certify tries all. */
const GATE_INFLUENCES = 3;

const { thorough } = run.plan;
const influences = thorough ? PRICE_INFLUENCES : PRICE_INFLUENCES.slice(0, GATE_INFLUENCES);

const check = (
  requirement: Check['requirement'],
  operation: Check['operations'][number],
  name: string,
  judge: Check['judge'],
): Check => ({ requirement, line: 'gap', operations: [operation], name, judge });

const stale = (field: PriceInfluence): Check =>
  check('GAP-PRICE-02', 'gap.contract-create', `stale${field}`, judgeInvalidation(field));

const CHECKS: readonly Check[] = [
  check('GAP-PRICE-01', 'gap.price-request', 'several', judgeSeveralPrices),
  check('GAP-PRICE-01', 'gap.price-request', 'after-change', judgePriceAfterChange),
  ...influences.map(stale),
  check('GAP-PRICE-03', 'gap.price-request', 'with-claims', judgeSamePrices('1')),
  check('GAP-PRICE-03', 'gap.price-request', 'without-claims', judgeSamePrices('0')),
  check('GAP-PRICE-04', 'gap.draft-update', 'update', judgeUpdateAfterPrice),
  ...[...FRACTIONS, ...INVOICES].map((alike) =>
    check(alike.requirement, 'gap.price-request', alike.name, judgeAlike(alike)),
  ),
];

registerChecks('gap-prices', 'Motor gap prices', CHECKS, thorough ? THOROUGH_DRAWS : 1);
