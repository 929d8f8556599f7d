import { completeDraft } from '../../generators/draft.ts';
import { type PriceInfluence, withOtherInfluence } from '../../generators/gap/price-influences.ts';
import { withValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Run } from '../run.ts';
import type { Contents } from './gap-steps.ts';

/** A complete motor gap draft drawn from a seed. */
export const drawnDraft = (run: Run, seed: number): GapDraft =>
  sample(completeDraft('gap', run.generators), subSeed(seed, 'draft'));

/** The same draft with so many claims of its first driver. */
export const withClaims = (draft: GapDraft, claims: '0' | '1'): GapDraft =>
  withValue(draft, '/risk/drivers/0/numberOfClaimsLast5Years', claims);

/** A complete draft, and the same with another value in one field that feeds its price. */
export const drawnChange = (run: Run, field: PriceInfluence, seed: number): Required<Contents> => {
  const body = drawnDraft(run, seed);
  const others = withOtherInfluence(body, field, run.generators);
  return { body, changed: sample(others, subSeed(seed, 'changed')) };
};
