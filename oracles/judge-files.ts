// Written by npm run tables.
import { judges as answersAlwaysBrokenJudges } from './answers/always-broken.ts';
import { judges as answersAlwaysRefusedJudges } from './answers/always-refused.ts';
import { judges as answersByClientJudges } from './answers/by-client.ts';
import { judges as answersGapLocationJudges } from './answers/gap-location.ts';
import { judges as answersJudgeExchangeJudges } from './answers/judge-exchange.ts';
import { judges as answersLastModifiedJudges } from './answers/last-modified.ts';
import { judges as answersLegalCallJudges } from './answers/legal-call.ts';
import { judges as answersShownIdJudges } from './answers/shown-id.ts';
import { judges as blameBlockedJudges } from './blame/blocked.ts';
import { judges as blameObstructionJudges } from './blame/obstruction.ts';
import { judges as blameOnlyIfJudges } from './blame/only-if.ts';
import { judges as blameUnreachedJudges } from './blame/unreached.ts';
import { judges as ownershipDisclosureJudges } from './ownership/disclosure.ts';
import { judges as ownershipForeignCallJudges } from './ownership/foreign-call.ts';
import { judges as pricesPriceAcceptanceJudges } from './prices/price-acceptance.ts';
import { judges as pricesPriceInvalidationJudges } from './prices/price-invalidation.ts';
import { judges as pricesPriceOutcomeJudges } from './prices/price-outcome.ts';
import { judges as pricesPricePairJudges } from './prices/price-pair.ts';
import { judges as pricesPricedContentJudges } from './prices/priced-content.ts';
import { judges as refusalsAcceptanceJudges } from './refusals/acceptance.ts';
import { judges as refusalsDraftFaultJudges } from './refusals/draft-fault.ts';
import { judges as refusalsEmptyDraftJudges } from './refusals/empty-draft.ts';
import { judges as refusalsJudgeProbeJudges } from './refusals/judge-probe.ts';
import { judges as refusalsLastStartDayJudges } from './refusals/last-start-day.ts';
import { judges as refusalsLeadFaultJudges } from './refusals/lead-fault.ts';
import {
  judges as stateDeletedItemJudges,
  examples as stateDeletedItemExamples,
} from './state/deleted-item.ts';
import {
  judges as stateForeignDeletionJudges,
  examples as stateForeignDeletionExamples,
} from './state/foreign-deletion.ts';
import {
  judges as stateForeignIdJudges,
  examples as stateForeignIdExamples,
} from './state/foreign-id.ts';
import {
  judges as stateLostItemsJudges,
  examples as stateLostItemsExamples,
} from './state/lost-items.ts';
import { judges as stateOneContractJudges } from './state/one-contract.ts';
import { judges as stateOtherDraftJudges } from './state/other-draft.ts';
import { judges as stateRaceJudges } from './state/race.ts';
import { judges as stateReadBackJudges } from './state/read-back.ts';
import { judges as stateRefusedCallJudges } from './state/refused-call.ts';
import { judges as stateReplayedSequenceJudges } from './state/replayed-sequence.ts';
import { judges as stateSideEffectJudges } from './state/side-effect.ts';
import { judges as stateUniqueIdsJudges } from './state/unique-ids.ts';
import type { Examples } from './example.ts';

/** Judges by file, relative to this folder and without extension, and by name. */
export const JUDGES_IN = {
  'answers/always-broken': answersAlwaysBrokenJudges,
  'answers/always-refused': answersAlwaysRefusedJudges,
  'answers/by-client': answersByClientJudges,
  'answers/gap-location': answersGapLocationJudges,
  'answers/judge-exchange': answersJudgeExchangeJudges,
  'answers/last-modified': answersLastModifiedJudges,
  'answers/legal-call': answersLegalCallJudges,
  'answers/shown-id': answersShownIdJudges,
  'blame/blocked': blameBlockedJudges,
  'blame/obstruction': blameObstructionJudges,
  'blame/only-if': blameOnlyIfJudges,
  'blame/unreached': blameUnreachedJudges,
  'ownership/disclosure': ownershipDisclosureJudges,
  'ownership/foreign-call': ownershipForeignCallJudges,
  'prices/price-acceptance': pricesPriceAcceptanceJudges,
  'prices/price-invalidation': pricesPriceInvalidationJudges,
  'prices/price-outcome': pricesPriceOutcomeJudges,
  'prices/price-pair': pricesPricePairJudges,
  'prices/priced-content': pricesPricedContentJudges,
  'refusals/acceptance': refusalsAcceptanceJudges,
  'refusals/draft-fault': refusalsDraftFaultJudges,
  'refusals/empty-draft': refusalsEmptyDraftJudges,
  'refusals/judge-probe': refusalsJudgeProbeJudges,
  'refusals/last-start-day': refusalsLastStartDayJudges,
  'refusals/lead-fault': refusalsLeadFaultJudges,
  'state/deleted-item': stateDeletedItemJudges,
  'state/foreign-deletion': stateForeignDeletionJudges,
  'state/foreign-id': stateForeignIdJudges,
  'state/lost-items': stateLostItemsJudges,
  'state/one-contract': stateOneContractJudges,
  'state/other-draft': stateOtherDraftJudges,
  'state/race': stateRaceJudges,
  'state/read-back': stateReadBackJudges,
  'state/refused-call': stateRefusedCallJudges,
  'state/replayed-sequence': stateReplayedSequenceJudges,
  'state/side-effect': stateSideEffectJudges,
  'state/unique-ids': stateUniqueIdsJudges,
};

/** Examples of what judges decide, by file. */
export const EXAMPLES_IN: Readonly<Record<string, Examples>> = {
  'state/deleted-item': stateDeletedItemExamples,
  'state/foreign-deletion': stateForeignDeletionExamples,
  'state/foreign-id': stateForeignIdExamples,
  'state/lost-items': stateLostItemsExamples,
};
