import type { Judgement } from '../../oracles/finding.ts';
import { isPriced, type PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import { judgePricePair, type OnRefusal } from '../../oracles/prices/price-pair.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { drawnDraft, obstructed, priceDraft, writeDraft } from './gap-steps.ts';
import type { Run } from '../engine/run.ts';
import { withPurchase } from '../../generators/gap/purchase.ts';
import { withValue } from '../../generators/pointer.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';

/** Refusal of one or both of two drafts. */
interface RefusedDraft {
  readonly refused: PriceOutcome;
  readonly isOther: boolean;
  /** The common source of both drafts. */
  readonly drawn: GapDraft;
  readonly run: Run;
  /** Tests if a fresh draft accepts this content. */
  readonly isWritten: (body: object) => Promise<boolean>;
}

/** Two spellings of the same motor gap draft, and the interpretation of a refusal of one. */
interface EquivalentDrafts {
  readonly requirement: RequirementId;
  readonly name: string;
  readonly wanted: string;
  /** The plain draft after its amount. */
  readonly as: string;
  readonly plain: (drawn: GapDraft, run: Run) => object;
  readonly other: (drawn: GapDraft, run: Run) => object;
  readonly onRefusal: (draft: RefusedDraft) => OnRefusal | Promise<OnRefusal>;
}

/** Numbers of the times that both drafts are priced again if their amounts differ. */
const MORE = [2, 3, 4] as const;

/** Prices both spellings, each on a fresh draft, and both again if the amounts differ (R4). */
const collect =
  (alike: EquivalentDrafts) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { requirement, wanted, as } = alike;
    const drawn = drawnDraft(one);
    const price = (name: string, body: object) => priceDraft(one, name, { body }, 'open');
    const drafts = [
      await price('plain', alike.plain(drawn, one.run)),
      await price('other', alike.other(drawn, one.run)),
    ];
    const shown = () => drafts.flatMap(({ state }) => state.judgements);
    const [plain, other] = drafts.map(({ outcome }) => outcome);
    const stuck = drafts.find(({ outcome }) => !outcome);
    const base = { requirement, operation: 'gap.price-request', wanted } as const;
    if (stuck) return [obstructed(base, stuck), ...shown()];
    if (!plain || !other) return shown();
    const again = async (name: string, spelling: 'plain' | 'other') => {
      const priced = await price(name, alike[spelling](drawn, one.run));
      drafts.push(priced);
      return priced.outcome;
    };
    const isUnlike = plain.amount !== other.amount;
    const control = isUnlike ? await again('control', 'plain') : undefined;
    const refused = [plain, other].find((each) => !isPriced(each));
    const more: (readonly [PriceOutcome, PriceOutcome])[] = [];
    const isSteady = isUnlike && !refused && control?.amount === plain.amount;
    for (const nth of isSteady ? MORE : []) {
      const first = await again(`plain-${nth}`, 'plain');
      const second = await again(`other-${nth}`, 'other');
      if (first && second) more.push([first, second]);
    }
    const isOther = refused === other;
    const isWritten = async (body: object) =>
      isAccepted((await writeDraft(one, 'written', { body }, 'open')).answer);
    const onRefusal = refused
      ? await alike.onRefusal({ refused, isOther, drawn, run: one.run, isWritten })
      : 'unlike';
    const pair = { requirement, wanted, as, plain, other, control, more, onRefusal };
    const judged = one.run.judge(judgePricePair, { ...pair, again: one.attempt === 2 });
    return [...judged, ...shown()];
  };

const RATE = '/risk/cascoFactors/depreciationRate';

const withoutDenominator = (numerator: 0 | 1): EquivalentDrafts => ({
  requirement: 'GAP-FRACTION-02',
  name: `numerator-${numerator}`,
  wanted: `the depreciation rate ${numerator} to be priced like ${numerator}/1`,
  as: `for ${numerator}/1`,
  plain: (drawn) => withValue(drawn, RATE, { numerator, denominator: 1 }),
  other: (drawn) => withValue(drawn, RATE, { numerator }),
  onRefusal: ({ refused, isOther }) => {
    if (isOther) return { blame: 'GAP-FRACTION-01' };
    if (refused.operation === 'gap.price-request') return 'unlike';
    return { blame: 'GAP-LEGAL-risk.cascoFactors.depreciationRate.denominator' };
  },
});

/** C4: rates with the denominator 1. A tariff may refuse the rate 1, but then with and without its denominator. */
const FRACTIONS: readonly EquivalentDrafts[] = [withoutDenominator(1), withoutDenominator(0)];

/** E7: dates far from the six-month border on both sides. */
const AGES = {
  recent: { daysAgo: 30, requirement: 'GAP-INVOICE-01', words: 'a recent purchasedDate' },
  old: {
    daysAgo: 400,
    requirement: 'GAP-INVOICE-02',
    words: 'a purchasedDate more than six months back',
  },
} as const;

const FLAG = 'GAP-LEGAL-risk.vehicle.invoice.isPurchasedInLast6Months';

const flagBesideDate = (age: keyof typeof AGES, flag: boolean): EquivalentDrafts => {
  const { daysAgo, requirement, words } = AGES[age];
  return {
    requirement,
    name: `${age}-${flag}`,
    wanted: `for ${words}, the same price with isPurchasedInLast6Months ${flag} as without it`,
    as: 'without it',
    plain: (drawn, run) => withPurchase(drawn, { daysAgo }, run.generators),
    other: (drawn, run) => withPurchase(drawn, { daysAgo, flag }, run.generators),
    onRefusal: async ({ refused, isOther, drawn, run, isWritten }) => {
      // E7: a flag that contradicts the date may be refused; a consistent refusal is only observed.
      if (age === 'recent' && !flag) return 'free';
      if (refused.operation === 'gap.price-request') return 'unlike';
      const alone = withPurchase(drawn, { flag }, run.generators);
      return isOther && (await isWritten(alone)) ? 'unlike' : { blame: FLAG };
    },
  };
};

/** E7: consistent dates and flags, and the one contradiction that the date decides. */
const INVOICES: readonly EquivalentDrafts[] = [
  flagBesideDate('recent', true),
  flagBesideDate('recent', false),
  flagBesideDate('old', false),
];

/** GAP-FRACTION-02, GAP-INVOICE-01, GAP-INVOICE-02 (C4, E7): two spellings of the same draft have the same price. */
export const priceEquality: Checks = {
  suite: 'gap-prices',
  file: programFile(import.meta.url),
  judges: [judgePricePair],
  checks: [...FRACTIONS, ...INVOICES].map((alike) => ({
    requirement: alike.requirement,
    line: 'gap',
    operations: ['gap.price-request'],
    name: alike.name,
    collect: collect(alike),
  })),
};
