import type { Judgement } from '../../oracles/finding.ts';
import { isPriced, type PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import { judgePriceTwins, type OnRefusal } from '../../oracles/prices/price-twins.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Try } from '../checks.ts';
import { drawnDraft } from './draft-contents.ts';
import { isTaken, obstructed, writeDraft } from './gap-steps.ts';
import { type PricedDraft, priceDraft, shownBy } from './price-draft.ts';
import type { Run } from '../run.ts';

/** One of two drafts that was refused, or both. */
export interface RefusedDraft {
  readonly refused: PriceOutcome;
  readonly isOther: boolean;
  /** What both were made of. */
  readonly drawn: GapDraft;
  /** Whether a fresh draft takes this content. */
  readonly isWritten: (body: object) => Promise<boolean>;
}

/** Two spellings of the same motor gap draft, and what a refusal of one means. */
export interface AlikeDrafts {
  readonly requirement: RequirementId;
  readonly name: string;
  readonly wanted: string;
  readonly plain: (drawn: GapDraft) => object;
  readonly other: (drawn: GapDraft) => object;
  readonly onRefusal: (draft: RefusedDraft) => OnRefusal | Promise<OnRefusal>;
}

const collectPair = async (
  run: Run,
  alike: AlikeDrafts,
  one: Try,
  drawn: GapDraft,
  [plain, other, control]: readonly (PriceOutcome | undefined)[],
): Promise<readonly Judgement[]> => {
  if (!plain || !other) return [];
  const { requirement, wanted } = alike;
  const isWritten = async (body: object) =>
    isTaken((await writeDraft(run, one, 'written', { body }, 'open')).answer);
  const refused = [plain, other].find((each) => !isPriced(each));
  const isOther = refused === other;
  const onRefusal = refused
    ? await alike.onRefusal({ refused, isOther, drawn, isWritten })
    : 'unlike';
  const twins = { requirement, wanted, plain, other, onRefusal, again: one.attempt === 2 };
  return run.judge(judgePriceTwins, { ...twins, ...(control ? { control } : {}) });
};

/** Prices a draft in both ways, each on a fresh draft, and the plain one once more where the amounts differ (R4). */
export const collectAlike =
  (run: Run, alike: AlikeDrafts) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const drawn = drawnDraft(run, one.seed);
    const price = (name: string, body: object) => priceDraft(run, one, name, { body }, 'open');
    const plain = await price('plain', alike.plain(drawn));
    const other = await price('other', alike.other(drawn));
    const drafts: PricedDraft[] = [plain, other];
    const stuck = drafts.find(({ outcome }) => !outcome);
    if (stuck) {
      const { requirement, wanted } = alike;
      const base = { requirement, operation: 'gap.price-request', wanted } as const;
      return [obstructed(run, base, stuck.state, stuck.answer), ...shownBy(drafts)];
    }
    if (plain.outcome?.amount !== other.outcome?.amount) {
      drafts.push(await price('control', alike.plain(drawn)));
    }
    const outcomes = drafts.map(({ outcome }) => outcome);
    return [...(await collectPair(run, alike, one, drawn, outcomes)), ...shownBy(drafts)];
  };
