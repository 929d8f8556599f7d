import { programFile } from '../../client/project.ts';
import { completeDraft, draft } from '../../generators/draft.ts';
import { withoutValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgePricedContent } from '../../oracles/prices/priced-content.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import { withOwnData } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { makeVisit } from '../journey/make-call.ts';

const NAME = 'priced-drafts';

/** Number of drafts to draw in a replay, which does not know what its run saw. */
const DRAWN = 40;

const DETAILS = '/risk/vehicle/details';

/** Bodies of a replay: a complete one, and many without vehicle details. */
const drawnBodies = ({ run: { generators }, seed }: Try): readonly object[] =>
  Array.from({ length: DRAWN }, (_, nth) => {
    const own = subSeed(seed, NAME, nth);
    if (nth === 0) return sample(completeDraft('gap', generators), own);
    return withoutValue(sample(draft('gap', generators), own), DETAILS);
  });

/** Creates a draft, writes this body, and requests its price. */
const price = async (one: Try, body: object): Promise<readonly Judgement[]> => {
  const state = initialState(one, 'gap', { draft: body, revised: body });
  await makeVisit({ step: 'draft-create' }, state);
  await makeVisit({ step: 'draft-update' }, state, { body, intent: 'open' });
  await makeVisit({ step: 'price-request' }, state, { intent: 'open' });
  return state.judgements;
};

/** Bodies to send: those of a replay, or that of a price which was seen once. */
const bodiesToPrice = (one: Try): readonly object[] => {
  const { pricedGapDrafts } = one.run.memory;
  if (isReplayed(one.run, `breakdowns/${NAME}`)) return drawnBodies(one);
  const { update } = pricedGapDrafts;
  const isSeenOnce = pricedGapDrafts.prices().without.length === 1;
  return isSeenOnce && update !== undefined ? [update] : [];
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  // The body of a creation is not shown (P4): a target's own one may hold the details.
  if (run.target.bodies['gap.draft-create'] !== undefined) return [];
  const met: Judgement[] = [];
  for (const [nth, body] of bodiesToPrice(one).entries()) {
    if (run.stop.reason() !== undefined) break;
    met.push(...(await price(withOwnData(one, nth), body)));
  }
  return [...met, ...run.judge(judgePricedContent, run.memory.pricedGapDrafts.prices())];
};

/**
 * GAP-VEHICLE-01 (E5), whatever a price was requested for: no draft to which only updates without vehicle details were sent may have
 * one. If only one was seen, another draft with its last update is priced.
 */
export const pricedDrafts: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgePricedContent],
  checks: [
    {
      requirement: 'GAP-VEHICLE-01',
      line: 'gap',
      operations: ['gap.price-request'],
      name: NAME,
      collect,
    },
  ],
};
