import type { Verdicts, Judgement } from './finding.ts';
import {
  judgeAcceptance,
  notMetAgain,
  settleRefusal,
  judgeStageNotReached,
  judgeAtLarge,
  judgeBlamedAbsence,
} from './refusals/acceptance.ts';
import { judgeAlwaysBroken, judgeAnsweredOtherwise } from './answers/always-broken.ts';
import { judgeByClient } from './answers/by-client.ts';
import { judgeDeletedItem } from './state/deleted-item.ts';
import { judgeDisclosure, judgeLetIn, judgeServedStranger } from './ownership/disclosure.ts';
import { judgeForeignCall } from './ownership/foreign-call.ts';
import { judgeForeignDeletion } from './state/foreign-deletion.ts';
import { judgeForeignId } from './state/foreign-id.ts';
import { judgeFollowedLocation } from './answers/gap-location.ts';
import { judgeExchange } from './answers/judge-exchange.ts';
import { judgeKeptItem, judgeLostItems } from './state/lost-items.ts';
import { judgeLastModified } from './answers/last-modified.ts';
import { judgeOneContract } from './state/one-contract.ts';
import { judgeOtherDraft, judgeStillReadable } from './state/other-draft.ts';
import { judgeParallelErrors, judgeNoRace, judgeDraftAfterRace } from './state/race.ts';
import { judgeLaterCall, judgeRepeatedPrices } from './prices/price-acceptance.ts';
import { judgeStaleContract } from './prices/price-invalidation.ts';
import { withoutAmount, judgePriceWithout } from './prices/price-outcome.ts';
import { judgePriceTwins } from './prices/price-twins.ts';
import { judgeReadBack, judgeMixUp } from './state/read-back.ts';
import { judgeCreatedId } from './answers/shown-id.ts';
import {
  judgeChangedDraft,
  judgeIdTwice,
  judgeUnexpectedRefusal,
  judgeReplayedSequence,
} from './state/side-effect.ts';
import { judgeUniqueIds } from './state/unique-ids.ts';
import { judgeBlocked, judgeLikewise, judgeNotSeenAgain } from './blame/blocked.ts';
import { judgeUnreached, judgeLeftOut, judgeTwinRefused } from './blame/unreached.ts';
import {
  judgeNothingToSee,
  judgeSameId,
  judgeObstacle,
  judgeObstruction,
} from './blame/obstruction.ts';
import { judgeDraftFault, judgeUnseenFault } from './refusals/draft-fault.ts';
import { judgeProbe, judgeForgedToken } from './refusals/judge-probe.ts';
import {
  judgeLead,
  judgeUnwrittenLead,
  judgeUnpricedLead,
  judgeLeadTwin,
} from './refusals/lead-fault.ts';

/** Repeats a judgement whose evidence is not kept. */
export const said = (judgement: Judgement): Judgement => judgement;

/** All judges by the names under which `evidence.jsonl` calls them; a name is permanent. */
const JUDGES = {
  said,
  acceptance: judgeAcceptance,
  'always-broken': judgeAlwaysBroken,
  'changed-draft': judgeChangedDraft,
  'created-id': judgeCreatedId,
  'deleted-item': judgeDeletedItem,
  disclosure: judgeDisclosure,
  exchange: judgeExchange,
  'followed-location': judgeFollowedLocation,
  'foreign-call': judgeForeignCall,
  'foreign-deletion': judgeForeignDeletion,
  'foreign-id': judgeForeignId,
  'kept-item': judgeKeptItem,
  'last-modified': judgeLastModified,
  'later-price': judgeLaterCall,
  'lost-items': judgeLostItems,
  'not-met-again': notMetAgain,
  'one-contract': judgeOneContract,
  'other-draft': judgeOtherDraft,
  'parallel-errors': judgeParallelErrors,
  'price-twins': judgePriceTwins,
  'price-without': judgePriceWithout,
  'price-without-amount': withoutAmount,
  'read-back': judgeReadBack,
  'repeated-prices': judgeRepeatedPrices,
  'settled-refusal': settleRefusal,
  'stale-contract': judgeStaleContract,
  'still-readable': judgeStillReadable,
  'unexpected-refusal': judgeUnexpectedRefusal,
  'unique-ids': judgeUniqueIds,
  blocked: judgeBlocked,
  likewise: judgeLikewise,
  'not-seen-again': judgeNotSeenAgain,
  unreached: judgeUnreached,
  'left-out': judgeLeftOut,
  'twin-refused': judgeTwinRefused,
  'mix-up': judgeMixUp,
  'nothing-to-see': judgeNothingToSee,
  'same-id': judgeSameId,
  'no-race': judgeNoRace,
  'draft-after-race': judgeDraftAfterRace,
  'draft-fault': judgeDraftFault,
  'unseen-fault': judgeUnseenFault,
  'stage-not-reached': judgeStageNotReached,
  'at-large': judgeAtLarge,
  'blamed-absence': judgeBlamedAbsence,
  probe: judgeProbe,
  'forged-token': judgeForgedToken,
  obstacle: judgeObstacle,
  obstruction: judgeObstruction,
  lead: judgeLead,
  'unwritten-lead': judgeUnwrittenLead,
  'unpriced-lead': judgeUnpricedLead,
  'lead-twin': judgeLeadTwin,
  'replayed-sequence': judgeReplayedSequence,
  'answered-otherwise': judgeAnsweredOtherwise,
  'let-in': judgeLetIn,
  'served-stranger': judgeServedStranger,
  'id-twice': judgeIdTwice,
  'by-client': judgeByClient,
} as const satisfies Readonly<Record<string, (...given: never[]) => Verdicts>>;

const BY_NAME: ReadonlyMap<string, (...given: never[]) => Verdicts> = new Map(
  Object.entries(JUDGES),
);
const NAMES: ReadonlyMap<unknown, string> = new Map(
  Object.entries(JUDGES).map(([name, judge]) => [judge, name]),
);

/** All of these names. */
export const JUDGE_NAMES: readonly string[] = [...BY_NAME.keys()];

/** The judge of this name. Throws if there is none. */
export const judgeCalled = (name: string): ((...given: never[]) => Verdicts) => {
  const judge = BY_NAME.get(name);
  if (!judge) throw new Error(`there is no judge called ${name}`);
  return judge;
};

/** The name of a judge. Throws if it has none. */
export const nameOfJudge = (judge: { readonly name: string }): string => {
  const name = NAMES.get(judge);
  if (name === undefined) throw new Error(`${judge.name} is none of the judges`);
  return name;
};
