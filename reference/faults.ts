import { CATALOGUE } from '../spec/catalogue.ts';
import { isJudged } from '../spec/requirement.ts';
import { answerFaults } from './faults/answers.ts';
import { credentialFaults } from './faults/authentication/credentials.ts';
import { ownershipFaults } from './faults/authentication/ownership.ts';
import { bodyFaults } from './faults/bodies.ts';
import { contentRuleFaults } from './faults/drafts/content-rules.ts';
import { disturbedDraftFaults } from './faults/drafts/disturbed-drafts.ts';
import { lifecycleFaults } from './faults/drafts/lifecycle.ts';
import { refusedCallFaults } from './faults/drafts/refused-call.ts';
import { fieldFaults } from './faults/field-faults.ts';
import { contractLocationFaults } from './faults/gap-rules/contract-location.ts';
import { contractFaults } from './faults/gap-rules/contracts.ts';
import { gapContentFaults } from './faults/gap-rules/draft-content.ts';
import { gapPriceFaults } from './faults/gap-rules/prices.ts';
import { steadyPriceFaults } from './faults/gap-rules/steady-prices.ts';
import { otherLineFaults } from './faults/ids/other-lines.ts';
import { uniqueIdFaults, uniqueIdNotFaulted } from './faults/ids/unique-ids.ts';
import { unknownIdFaults } from './faults/ids/unknown-ids.ts';
import { joblossRuleFaults } from './faults/jobloss-rules.ts';
import { landlordRuleFaults } from './faults/landlord-rules.ts';
import { leadFaults } from './faults/leads.ts';
import { legalValueFaults, legalValueNotFaulted } from './faults/legal-values.ts';
import { breakdownFaults, breakdownNotFaulted } from './faults/paths/breakdowns.ts';
import { countryFaults } from './faults/paths/country.ts';
import { legalCallFaults, legalCallNotFaulted } from './faults/paths/legal-calls.ts';
import { servedFaults } from './faults/paths/served.ts';
import { priceFaults } from './faults/prices.ts';
import { resourceFaults, resourceNotFaulted } from './faults/resources.ts';
import { priceLimitFaults } from './faults/resources/price-limits.ts';
import type { Fault, NotFaulted } from './faults/sowing/fault.ts';
import { deletionFaults } from './faults/travel-rules/deletions.ts';
import { keptBesideFaults } from './faults/travel-rules/kept-beside.ts';
import { keptItemFaults } from './faults/travel-rules/kept-items.ts';
import { roadsideFaults } from './faults/travel-rules/roadside.ts';
import { versionFaults } from './faults/version.ts';

/**
 * The faults by file, from `faults/` and without its extension. The file has the name of the file in `spec/requirements` with
 * the requirements that they break, or lies in a folder of that name.
 */
const FAULTS_IN: Readonly<Record<string, readonly Fault[]>> = {
  'paths/served': servedFaults,
  'paths/country': countryFaults,
  'paths/legal-calls': legalCallFaults,
  'paths/breakdowns': breakdownFaults,
  version: versionFaults,
  'authentication/credentials': credentialFaults,
  'authentication/ownership': ownershipFaults,
  'ids/unknown-ids': unknownIdFaults,
  'ids/other-lines': otherLineFaults,
  'ids/unique-ids': uniqueIdFaults,
  bodies: bodyFaults,
  answers: answerFaults,
  'drafts/lifecycle': lifecycleFaults,
  'drafts/disturbed-drafts': disturbedDraftFaults,
  'drafts/content-rules': contentRuleFaults,
  'drafts/refused-call': refusedCallFaults,
  leads: leadFaults,
  prices: priceFaults,
  'jobloss-rules': joblossRuleFaults,
  'travel-rules/deletions': deletionFaults,
  'travel-rules/kept-beside': keptBesideFaults,
  'travel-rules/kept-items': keptItemFaults,
  'travel-rules/roadside': roadsideFaults,
  'landlord-rules': landlordRuleFaults,
  'gap-rules/contracts': contractFaults,
  'gap-rules/contract-location': contractLocationFaults,
  'gap-rules/prices': gapPriceFaults,
  'gap-rules/steady-prices': steadyPriceFaults,
  'gap-rules/draft-content': gapContentFaults,
  resources: resourceFaults,
  'resources/price-limits': priceLimitFaults,
  'field-faults': fieldFaults,
  'legal-values': legalValueFaults,
};

/** Every fault that can be sown into a service. A harness that does not catch one of them is blind there. */
export const FAULTS: readonly Fault[] = Object.values(FAULTS_IN).flat();

/** The reasons that cells have no fault, by file. */
const NOT_FAULTED_IN: Readonly<Record<string, readonly NotFaulted[]>> = {
  'paths/legal-calls': legalCallNotFaulted,
  'paths/breakdowns': breakdownNotFaulted,
  'ids/unique-ids': uniqueIdNotFaulted,
  resources: resourceNotFaulted,
  'legal-values': legalValueNotFaulted,
};

/** Requirements that no service can break alone, so that a harness could not attribute the failure. */
export const NOT_FAULTED: readonly NotFaulted[] = Object.values(NOT_FAULTED_IN).flat();

/** The fault with this id. Throws if there is none. */
export const faultOf = (id: string): Fault => {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found) return found;
  throw new Error(`there is no fault "${id}"; assay serve --list-faults names them all`);
};

const PLACES: ReadonlyMap<Fault | NotFaulted, string> = new Map(
  [...Object.entries(FAULTS_IN), ...Object.entries(NOT_FAULTED_IN)].flatMap(([place, all]) =>
    all.map((each) => [each, place] as const),
  ),
);

/** Extension of this file, and so of all others: `.ts` in a checkout, `.js` in the package. */
const ENDING = import.meta.url.slice(-'.ts'.length);

/**
 * The file that defines a fault, or the reason that there is none: from the root of the program, such as
 * `reference/faults/version.ts`. Throws for one that is not among them.
 */
export const fileOf = (one: Fault | NotFaulted): string => {
  const place = PLACES.get(one);
  if (place === undefined) throw new Error('only a fault of FAULTS, or a reason, stands in a file');
  return `reference/faults/${place}${ENDING}`;
};

/** The cells that a fault breaks: `requirement@line.operation`. */
export const cellsOf = ({ breaks }: Pick<Fault, 'breaks'>): readonly string[] =>
  [breaks.operation].flat().map((operation) => `${breaks.requirement}@${operation}`);

/** Every cell that a run judges, written like those of faults. */
export const judgedCells = (): readonly string[] =>
  [...CATALOGUE].flatMap(([id, requirement]) =>
    isJudged(requirement) ? requirement.operations.map((operation) => `${id}@${operation}`) : [],
  );
