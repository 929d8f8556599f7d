import { withAddition } from '../judgement-texts.ts';
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
export interface PricePair {
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
  { plain, other }: PricePair,
  verdict: Part['verdict'],
  reason?: Part['reason'],
): Part => ({
  verdict,
  ...(reason ? { reason } : {}),
  got: `${showOutcome(plain)} and ${showOutcome(other)}`,
  exchanges: [plain.n, other.n],
});

/** Free is what a service does consistently; seen once it may be chance. */
const free = (pair: PricePair, reason: 'specification-silent' | 'unstated-rule'): Part =>
  pair.again ? part(pair, 'observed', reason) : part(pair, 'inconclusive', 'twin-refused');

const oneRefused = (pair: PricePair, priced: PriceOutcome): Part => {
  const { onRefusal } = pair;
  if (onRefusal === 'free') return free(pair, 'specification-silent');
  if (onRefusal === 'unlike') return { ...part(pair, 'fail'), twin: priced.n };
  return { ...part(pair, 'inconclusive', 'blocked-by'), blockedBy: onRefusal.blame };
};

const compared = (pair: PricePair): Part => {
  const { plain, other, control } = pair;
  if (plain.amount === other.amount) return part(pair, 'pass');
  if (!control || !isPriced(control)) return part(pair, 'inconclusive', 'twin-refused');
  const isStable = control.amount === plain.amount;
  const shown = isStable ? 'the first again gives' : 'but the first again gives';
  const again = `; ${shown} ${showOutcome(control)}`;
  return isStable
    ? { ...withAddition(part(pair, 'fail'), again), twin: control.n }
    : withAddition(part(pair, 'observed', 'specification-silent'), again);
};

/** S9: a draft that breaks the service, while the other of the pair is priced. */
const broken = (pair: PricePair, priced: PriceOutcome, culprit: PriceOutcome): Judgement[] => {
  const { requirement, wanted } = pair;
  const base = part(pair, 'inconclusive', 'blocked-by');
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
export const judgePricePair = (pair: PricePair): readonly Judgement[] => {
  const { plain, other, requirement, wanted } = pair;
  const base = { requirement, operation: 'gap.price-request', wanted } as const;
  const priced = [plain, other].filter(isPriced);
  const unpriced = [plain, other].filter((each) => !isPriced(each));
  const [accepted] = priced;
  const [culprit] = unpriced;
  if (!culprit) {
    const unfound = priced.find(({ amount }) => amount === undefined);
    return [unfound ? withoutAmount(base, unfound) : { ...base, ...compared(pair) }];
  }
  if (accepted && culprit.status === 500 && pair.onRefusal !== 'free') {
    return broken(pair, accepted, culprit);
  }
  const unclear = unpriced.find(({ status }) => !isRefusal(status));
  if (unclear) {
    const reason = isDisturbed(unclear) ? 'disturbance' : 'other-code';
    return [{ ...base, ...part(pair, 'inconclusive', reason) }];
  }
  const settled = accepted ? oneRefused(pair, accepted) : free(pair, 'unstated-rule');
  return [{ ...base, ...settled }];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'price-twins': judgePricePair,
};
