// Written by npm run tables.
import { faults as answersFaults } from './faults/answers.ts';
import { faults as authenticationCredentialsFaults } from './faults/authentication/credentials.ts';
import { faults as authenticationOwnershipFaults } from './faults/authentication/ownership.ts';
import { faults as bodiesFaults } from './faults/bodies.ts';
import { faults as draftsContentRulesFaults } from './faults/drafts/content-rules.ts';
import { faults as draftsDisturbedDraftsFaults } from './faults/drafts/disturbed-drafts.ts';
import { faults as draftsLifecycleFaults } from './faults/drafts/lifecycle.ts';
import { faults as draftsRefusedCallFaults } from './faults/drafts/refused-call.ts';
import { faults as fieldFaultsFaults } from './faults/field-faults.ts';
import { faults as gapRulesContractLocationFaults } from './faults/gap-rules/contract-location.ts';
import { faults as gapRulesContractsFaults } from './faults/gap-rules/contracts.ts';
import { faults as gapRulesDraftContentFaults } from './faults/gap-rules/draft-content.ts';
import { faults as gapRulesPricesFaults } from './faults/gap-rules/prices.ts';
import { faults as gapRulesSteadyPricesFaults } from './faults/gap-rules/steady-prices.ts';
import { faults as idsOtherLinesFaults } from './faults/ids/other-lines.ts';
import {
  faults as idsUniqueIdsFaults,
  notFaulted as idsUniqueIdsNotFaulted,
} from './faults/ids/unique-ids.ts';
import { faults as idsUnknownIdsFaults } from './faults/ids/unknown-ids.ts';
import { faults as joblossRulesFaults } from './faults/jobloss-rules.ts';
import { faults as landlordRulesFaults } from './faults/landlord-rules.ts';
import { faults as leadsFaults } from './faults/leads.ts';
import {
  faults as legalValuesFaults,
  notFaulted as legalValuesNotFaulted,
} from './faults/legal-values.ts';
import {
  faults as pathsBreakdownsFaults,
  notFaulted as pathsBreakdownsNotFaulted,
} from './faults/paths/breakdowns.ts';
import { faults as pathsCountryFaults } from './faults/paths/country.ts';
import {
  faults as pathsLegalCallsFaults,
  notFaulted as pathsLegalCallsNotFaulted,
} from './faults/paths/legal-calls.ts';
import { faults as pathsServedFaults } from './faults/paths/served.ts';
import { faults as pricesFaults } from './faults/prices.ts';
import {
  faults as resourcesFaults,
  notFaulted as resourcesNotFaulted,
} from './faults/resources.ts';
import { faults as resourcesPriceLimitsFaults } from './faults/resources/price-limits.ts';
import { faults as resourcesStaleDraftsFaults } from './faults/resources/stale-drafts.ts';
import { faults as travelRulesDeletionsFaults } from './faults/travel-rules/deletions.ts';
import { faults as travelRulesKeptBesideFaults } from './faults/travel-rules/kept-beside.ts';
import { faults as travelRulesKeptItemsFaults } from './faults/travel-rules/kept-items.ts';
import { faults as travelRulesRoadsideFaults } from './faults/travel-rules/roadside.ts';
import { faults as versionFaults } from './faults/version.ts';
import type { Fault, NotFaulted } from './faults/injection/fault.ts';

/** Faults by file, relative to `faults/` and without extension. */
export const FAULTS_IN: Readonly<Record<string, readonly Fault[]>> = {
  answers: answersFaults,
  'authentication/credentials': authenticationCredentialsFaults,
  'authentication/ownership': authenticationOwnershipFaults,
  bodies: bodiesFaults,
  'drafts/content-rules': draftsContentRulesFaults,
  'drafts/disturbed-drafts': draftsDisturbedDraftsFaults,
  'drafts/lifecycle': draftsLifecycleFaults,
  'drafts/refused-call': draftsRefusedCallFaults,
  'field-faults': fieldFaultsFaults,
  'gap-rules/contract-location': gapRulesContractLocationFaults,
  'gap-rules/contracts': gapRulesContractsFaults,
  'gap-rules/draft-content': gapRulesDraftContentFaults,
  'gap-rules/prices': gapRulesPricesFaults,
  'gap-rules/steady-prices': gapRulesSteadyPricesFaults,
  'ids/other-lines': idsOtherLinesFaults,
  'ids/unique-ids': idsUniqueIdsFaults,
  'ids/unknown-ids': idsUnknownIdsFaults,
  'jobloss-rules': joblossRulesFaults,
  'landlord-rules': landlordRulesFaults,
  leads: leadsFaults,
  'legal-values': legalValuesFaults,
  'paths/breakdowns': pathsBreakdownsFaults,
  'paths/country': pathsCountryFaults,
  'paths/legal-calls': pathsLegalCallsFaults,
  'paths/served': pathsServedFaults,
  prices: pricesFaults,
  resources: resourcesFaults,
  'resources/price-limits': resourcesPriceLimitsFaults,
  'resources/stale-drafts': resourcesStaleDraftsFaults,
  'travel-rules/deletions': travelRulesDeletionsFaults,
  'travel-rules/kept-beside': travelRulesKeptBesideFaults,
  'travel-rules/kept-items': travelRulesKeptItemsFaults,
  'travel-rules/roadside': travelRulesRoadsideFaults,
  version: versionFaults,
};

/** Reasons why cells have no fault, by file. */
export const NOT_FAULTED_IN: Readonly<Record<string, readonly NotFaulted[]>> = {
  'ids/unique-ids': idsUniqueIdsNotFaulted,
  'legal-values': legalValuesNotFaulted,
  'paths/breakdowns': pathsBreakdownsNotFaulted,
  'paths/legal-calls': pathsLegalCallsNotFaulted,
  resources: resourcesNotFaulted,
};
