import type * as fc from 'fast-check';
import type { Line } from '../spec/line.ts';
import { memoized, memoizedByObject } from '../spec/memoized.ts';
import type { GapDraft } from '../spec/schemas/gap-draft.ts';
import type { JoblossDraft } from '../spec/schemas/jobloss-draft.ts';
import type { LandlordDraft } from '../spec/schemas/landlord-draft.ts';
import type { TravelDraft } from '../spec/schemas/travel-draft.ts';
import { type GeneratorContext, validateContext } from './context.ts';
import { sometimesEqual } from './equal-values.ts';
import { gapDraft, gapRevisions } from './gap/draft.ts';
import { joblossDraft, joblossRevisions } from './jobloss/draft.ts';
import { landlordDraft, landlordRevisions } from './landlord/draft.ts';
import type { Extent } from './record.ts';
import { type Revisions, revised } from './revision.ts';
import { travelDraft, travelRevisions } from './travel/draft.ts';

interface Drafts {
  readonly jobloss: JoblossDraft;
  readonly travel: TravelDraft;
  readonly landlord: LandlordDraft;
  readonly gap: GapDraft;
}

/** The draft body of a line. */
export type DraftOf<L extends Line> = Drafts[L];

const DRAFTS: {
  readonly [L in Line]: (context: GeneratorContext, extent: Extent) => fc.Arbitrary<Drafts[L]>;
} = { jobloss: joblossDraft, travel: travelDraft, landlord: landlordDraft, gap: gapDraft };

/** Cached per context: each generator consists of hundreds of arbitraries, and thousands of drafts are drawn from it. */
const draftsIn = memoizedByObject((context: GeneratorContext) => {
  const checked = validateContext(context);
  const of = (extent: Extent) =>
    memoized((line: Line): fc.Arbitrary<Drafts[Line]> =>
      sometimesEqual<Drafts[Line]>(DRAFTS[line](checked, extent)),
    );
  return { any: of('any'), complete: of('complete') };
});

const REVISIONS: Readonly<Record<Line, Revisions>> = {
  jobloss: joblossRevisions,
  travel: travelRevisions,
  landlord: landlordRevisions,
  gap: gapRevisions,
};

/**
 * Any legal draft: every optional field is sometimes absent and sometimes present, as far as the line's rules allow.
 * Shrinks to {}. Throws RangeError if the context is incomplete.
 */
export function draft<L extends Line>(
  line: L,
  context: GeneratorContext,
): fc.Arbitrary<DraftOf<L>> {
  return draftsIn(context).any(line) as fc.Arbitrary<DraftOf<L>>;
}

/**
 * A draft with everything that a price, an EMAIL lead and a contract could need; only decoration (titles, paper copy,
 * labels, references, billing addresses) stays optional. Throws RangeError if the context is incomplete.
 */
export function completeDraft<L extends Line>(
  line: L,
  context: GeneratorContext,
): fc.Arbitrary<DraftOf<L>> {
  return draftsIn(context).complete(line) as fc.Arbitrary<DraftOf<L>>;
}

/**
 * The base with other values in one or more independent fields: the same keys and kinds throughout, so that it is legal
 * whether the service replaces or merges (D1). Shrinks to one changed field. A base without any such field, such as {},
 * is returned unchanged.
 */
export function revisedDraft<L extends Line>(
  line: L,
  base: DraftOf<L>,
  context: GeneratorContext,
): fc.Arbitrary<DraftOf<L>> {
  return revised(base, REVISIONS[line], validateContext(context));
}

/** The base with other values in every independent field, otherwise like `revisedDraft`. */
export function rewrittenDraft<L extends Line>(
  line: L,
  base: DraftOf<L>,
  context: GeneratorContext,
): fc.Arbitrary<DraftOf<L>> {
  return revised(base, REVISIONS[line], validateContext(context), 'every');
}
