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
import {
  judgeDisclosure,
  judgeAcceptedStranger,
  judgeServedStranger,
} from './ownership/disclosure.ts';
import { judgeForeignCall } from './ownership/foreign-call.ts';
import { judgeForeignDeletion } from './state/foreign-deletion.ts';
import { judgeForeignId } from './state/foreign-id.ts';
import { judgeFollowedLocation } from './answers/gap-location.ts';
import { judgeExchange } from './answers/judge-exchange.ts';
import { judgeOnlyIf } from './blame/only-if.ts';
import { judgeCallOnUsed } from './answers/legal-call.ts';
import { judgeKeptItem, judgeLostItems } from './state/lost-items.ts';
import { judgeLastModified } from './answers/last-modified.ts';
import { judgeOneContract } from './state/one-contract.ts';
import { judgeOtherDraft, judgeStillReadable } from './state/other-draft.ts';
import { judgeParallelErrors, judgeDraftAfterRace } from './state/race.ts';
import { judgeNoRace } from './blame/obstruction.ts';
import { judgeLaterCall, judgeRepeatedPrices } from './prices/price-acceptance.ts';
import { judgeStaleContract } from './prices/price-invalidation.ts';
import { withoutAmount, judgePriceWithout } from './prices/price-outcome.ts';
import { judgePricePair } from './prices/price-pair.ts';
import { judgeReadBack, judgeMixUp } from './state/read-back.ts';
import { judgeCreatedId } from './answers/shown-id.ts';
import {
  judgeChangedDraft,
  judgeIdTwice,
  judgeUnexpectedRefusal,
  judgeReplayedSequence,
} from './state/side-effect.ts';
import { judgeUniqueIds } from './state/unique-ids.ts';
import { judgeBlocked, judgeLikewise, judgeNotSeenAgain, judgeAtBorder } from './blame/blocked.ts';
import { judgeUnreached, judgeLeftOut, judgeControlRefused } from './blame/unreached.ts';
import {
  judgeNothingToSee,
  judgeSameId,
  judgeObstacle,
  judgeObstruction,
} from './blame/obstruction.ts';
import { judgeAlwaysRefused } from './answers/always-refused.ts';
import { judgeUpdateOfEmpty } from './refusals/empty-draft.ts';
import { judgeLastStartDay } from './refusals/last-start-day.ts';
import { judgeDraftFault, judgeUnseenFault } from './refusals/draft-fault.ts';
import { judgeProbe, judgeForgedToken } from './refusals/judge-probe.ts';
import {
  judgeLead,
  judgeUnwrittenLead,
  judgeUnpricedLead,
  judgeLeadControl,
} from './refusals/lead-fault.ts';
import {
  judgeRefusedChanges,
  judgeRefusedDeletions,
  judgeRefusedUpdates,
} from './state/refused-call.ts';

/** Repeats a judgement whose evidence is not kept. */
export const judgeVerbatim = (judgement: Judgement): Judgement => judgement;

/** A judge as a suite asks it, by reference. */
export type Judge = (...given: never[]) => Verdicts;

/**
 * All judges by the file in which they stand, from here and without its ending, and there by the names under which
 * `evidence.jsonl` calls them; a name is permanent.
 */
const JUDGES_IN: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  judges: { said: judgeVerbatim },
  'answers/always-broken': {
    'always-broken': judgeAlwaysBroken,
    'answered-otherwise': judgeAnsweredOtherwise,
  },
  'answers/by-client': { 'by-client': judgeByClient },
  'answers/gap-location': { 'followed-location': judgeFollowedLocation },
  'answers/judge-exchange': { exchange: judgeExchange },
  'answers/legal-call': { 'call-on-used': judgeCallOnUsed },
  'answers/last-modified': { 'last-modified': judgeLastModified },
  'answers/shown-id': { 'created-id': judgeCreatedId },
  'blame/blocked': {
    blocked: judgeBlocked,
    likewise: judgeLikewise,
    'not-seen-again': judgeNotSeenAgain,
    'at-border': judgeAtBorder,
  },
  'blame/obstruction': {
    'nothing-to-see': judgeNothingToSee,
    'same-id': judgeSameId,
    obstacle: judgeObstacle,
    obstruction: judgeObstruction,
    'no-race': judgeNoRace,
  },
  'blame/unreached': {
    unreached: judgeUnreached,
    'left-out': judgeLeftOut,
    'twin-refused': judgeControlRefused,
  },
  'ownership/disclosure': {
    disclosure: judgeDisclosure,
    'let-in': judgeAcceptedStranger,
    'served-stranger': judgeServedStranger,
  },
  'ownership/foreign-call': { 'foreign-call': judgeForeignCall },
  'prices/price-acceptance': {
    'later-price': judgeLaterCall,
    'repeated-prices': judgeRepeatedPrices,
  },
  'prices/price-invalidation': { 'stale-contract': judgeStaleContract },
  'prices/price-outcome': {
    'price-without': judgePriceWithout,
    'price-without-amount': withoutAmount,
  },
  'prices/price-pair': { 'price-twins': judgePricePair },
  'blame/only-if': { 'only-if': judgeOnlyIf },
  'refusals/acceptance': {
    acceptance: judgeAcceptance,
    'not-met-again': notMetAgain,
    'settled-refusal': settleRefusal,
    'stage-not-reached': judgeStageNotReached,
    'at-large': judgeAtLarge,
    'blamed-absence': judgeBlamedAbsence,
  },
  'answers/always-refused': { 'always-refused': judgeAlwaysRefused },
  'refusals/empty-draft': { 'update-of-empty': judgeUpdateOfEmpty },
  'refusals/last-start-day': { 'last-start-day': judgeLastStartDay },
  'refusals/draft-fault': { 'draft-fault': judgeDraftFault, 'unseen-fault': judgeUnseenFault },
  'refusals/judge-probe': { probe: judgeProbe, 'forged-token': judgeForgedToken },
  'refusals/lead-fault': {
    lead: judgeLead,
    'unwritten-lead': judgeUnwrittenLead,
    'unpriced-lead': judgeUnpricedLead,
    'lead-twin': judgeLeadControl,
  },
  'state/deleted-item': { 'deleted-item': judgeDeletedItem },
  'state/foreign-deletion': { 'foreign-deletion': judgeForeignDeletion },
  'state/foreign-id': { 'foreign-id': judgeForeignId },
  'state/lost-items': { 'kept-item': judgeKeptItem, 'lost-items': judgeLostItems },
  'state/one-contract': { 'one-contract': judgeOneContract },
  'state/other-draft': { 'other-draft': judgeOtherDraft, 'still-readable': judgeStillReadable },
  'state/race': {
    'parallel-errors': judgeParallelErrors,
    'draft-after-race': judgeDraftAfterRace,
  },
  'state/read-back': { 'read-back': judgeReadBack, 'mix-up': judgeMixUp },
  'state/refused-call': {
    'refused-changes': judgeRefusedChanges,
    'refused-deletions': judgeRefusedDeletions,
    'refused-updates': judgeRefusedUpdates,
  },
  'state/side-effect': {
    'changed-draft': judgeChangedDraft,
    'unexpected-refusal': judgeUnexpectedRefusal,
    'replayed-sequence': judgeReplayedSequence,
    'id-twice': judgeIdTwice,
  },
  'state/unique-ids': { 'unique-ids': judgeUniqueIds },
};

const ROWS = Object.entries(JUDGES_IN).flatMap(([place, judges]) =>
  Object.entries(judges).map(([name, judge]) => ({ place, name, judge })),
);
const BY_NAME: ReadonlyMap<string, Judge> = new Map(ROWS.map(({ name, judge }) => [name, judge]));
const NAMES: ReadonlyMap<unknown, string> = new Map(ROWS.map(({ name, judge }) => [judge, name]));
const PLACES: ReadonlyMap<Judge, string> = new Map(ROWS.map(({ place, judge }) => [judge, place]));

/** All of these names. */
export const JUDGE_NAMES: readonly string[] = [...BY_NAME.keys()];

/** The judge of this name. Throws if there is none. */
export const judgeCalled = (name: string): Judge => {
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

/** The file in which a judge stands, from `oracles/` and without its ending. Throws if it is none of these. */
export const fileOfJudge = (judge: Judge): string => {
  const place = PLACES.get(judge);
  if (place === undefined) throw new Error(`${judge.name} is none of the judges`);
  return place;
};
