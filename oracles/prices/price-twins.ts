import type { RequirementId } from '../../spec/catalogue.ts';
import type { Judgement } from '../finding.ts';
import {
  isDisturbed,
  isPriced,
  isRefusal,
  type PriceOutcome,
  showOutcome,
  withoutAmount,
} from './price-outcome.ts';

/**
 * Meaning of a refusal of one of two drafts while the other is priced: `unlike`, they do not behave alike; `free`,
 * the service may refuse it; `blame`, that is what this other requirement says.
 */
export type OnRefusal = 'unlike' | 'free' | { readonly blame: RequirementId };

/** Two drafts that say the same in different words, each priced on a draft of its own. */
export interface PriceTwins {
  readonly requirement: RequirementId;
  readonly wanted: string;
  readonly plain: PriceOutcome;
  readonly other: PriceOutcome;
  /** The plain draft once more, asked if the amounts differ: equal drafts must price equally first (R4). */
  readonly control?: PriceOutcome | undefined;
  /** Meaning of the refusal of one of them. */
  readonly onRefusal: OnRefusal;
  /** True if this is the second try, so that what is refused is refused consistently. */
  readonly again: boolean;
}

type Part = Omit<Judgement, 'requirement' | 'operation' | 'wanted'>;

const part = (
  { plain, other }: PriceTwins,
  verdict: Part['verdict'],
  reason?: Part['reason'],
): Part => ({
  verdict,
  ...(reason ? { reason } : {}),
  got: `${showOutcome(plain)} and ${showOutcome(other)}`,
  exchanges: [plain.n, other.n],
});

/** Free is what a service does consistently; seen once it may be chance. */
const free = (twins: PriceTwins, reason: 'specification-silent' | 'unstated-rule'): Part =>
  twins.again ? part(twins, 'observed', reason) : part(twins, 'inconclusive', 'twin-refused');

const oneRefused = (twins: PriceTwins, priced: PriceOutcome): Part => {
  const { onRefusal } = twins;
  if (onRefusal === 'free') return free(twins, 'specification-silent');
  if (onRefusal === 'unlike') return { ...part(twins, 'fail'), twin: priced.n };
  return { ...part(twins, 'inconclusive', 'blocked-by'), blockedBy: onRefusal.blame };
};

const compared = (twins: PriceTwins): Part => {
  const { plain, other, control } = twins;
  if (plain.amount === other.amount) return part(twins, 'pass');
  if (!control || !isPriced(control)) return part(twins, 'inconclusive', 'twin-refused');
  const isStable = control.amount === plain.amount;
  const shown = isStable ? 'the first again gives' : 'but the first again gives';
  const got = `${part(twins, 'fail').got}; ${shown} ${showOutcome(control)}`;
  return isStable
    ? { ...part(twins, 'fail'), got, twin: control.n }
    : { ...part(twins, 'observed', 'specification-silent'), got };
};

/** S9: a draft that breaks the service, while its twin is priced. */
const broken = (twins: PriceTwins, priced: PriceOutcome, culprit: PriceOutcome): Judgement[] => {
  const { requirement, wanted } = twins;
  const base = part(twins, 'inconclusive', 'blocked-by');
  return [
    {
      requirement: 'ERROR-01',
      operation: culprit.operation,
      verdict: 'fail',
      wanted: 'no server error for a legal request',
      got: `status ${culprit.status}`,
      exchanges: [culprit.n],
      twin: priced.n,
    },
    { ...base, requirement, wanted, operation: 'gap.price-request', blockedBy: 'ERROR-01' },
  ];
};

/** Judges whether two drafts that say the same are priced alike (C4, E7, R4). */
export const judgePriceTwins = (twins: PriceTwins): readonly Judgement[] => {
  const { plain, other, requirement, wanted } = twins;
  const base = { requirement, operation: 'gap.price-request', wanted } as const;
  const priced = [plain, other].filter(isPriced);
  const unpriced = [plain, other].filter((each) => !isPriced(each));
  const [accepted] = priced;
  const [culprit] = unpriced;
  if (!culprit) {
    const unfound = priced.find(({ amount }) => amount === undefined);
    return [unfound ? withoutAmount(base, unfound) : { ...base, ...compared(twins) }];
  }
  if (accepted && culprit.status === 500 && twins.onRefusal !== 'free') {
    return broken(twins, accepted, culprit);
  }
  const unclear = unpriced.find(({ status }) => !isRefusal(status));
  if (unclear) {
    const reason = isDisturbed(unclear) ? 'disturbance' : 'other-code';
    return [{ ...base, ...part(twins, 'inconclusive', reason) }];
  }
  const settled = accepted ? oneRefused(twins, accepted) : free(twins, 'unstated-rule');
  return [{ ...base, ...settled }];
};
