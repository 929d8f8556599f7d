import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { leaves, valueAt } from '../../generators/pointer.ts';
import { samples, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { type ItemData, itemMakers, journeyData } from '../journey/data.ts';
import { lazily } from '../journey/lazily.ts';
import type { JourneyData } from '../journey/state.ts';
import type { Run } from '../run.ts';
import { MOST } from './model.ts';

/** The data of one draft of a sequence: of its creation, its updates, and its items by label. */
export interface DraftData {
  readonly journey: JourneyData;
  /** What it is updated to in turns; neighbours differ. */
  readonly versions: readonly unknown[];
  readonly items: readonly ItemData[];
}

/** Other contents that a draft is updated to, in turns; of so many drawn those that differ most, so that much is seen to change. */
const REVISIONS = { kept: 3, drawn: 12 } as const;

/** In how many values a revised draft differs from its base, which has the same fields. */
const differences = (base: unknown, revised: unknown): number =>
  leaves(base).filter(([pointer, value]) => valueAt(revised, pointer) !== value).length;

const draftData = (run: Run, line: Line, seed: number): DraftData => {
  const journey = journeyData(run, line, seed);
  const revisions = (): readonly unknown[] => {
    const base = journey.draft as DraftOf<typeof line>;
    return samples(
      revisedDraft(line, base, run.generators),
      subSeed(seed, 'versions'),
      REVISIONS.drawn,
    )
      .toSorted((a, b) => differences(base, b) - differences(base, a))
      .slice(0, REVISIONS.kept);
  };
  const itemCount = line === 'travel' ? MOST.items : 0;
  return lazily<DraftData>({
    journey: () => journey,
    versions: revisions,
    items: () =>
      Array.from({ length: itemCount }, (_, item) =>
        lazily(itemMakers(run, subSeed(seed, 'item', item))),
      ),
  });
};

/** The data of every draft that a sequence of a line may make; drawn once a seed, since sequences differ in their commands. */
export const sequenceData = (run: Run, line: Line, seed: number): readonly DraftData[] => {
  const key = `${line} ${seed}`;
  const drawn = run.memory.sequenceData;
  const known = drawn.get(key);
  if (known) return known;
  const data = Array.from({ length: MOST.drafts }, (_, draft) =>
    draftData(run, line, subSeed(seed, 'draft', draft)),
  );
  drawn.set(key, data);
  return data;
};
