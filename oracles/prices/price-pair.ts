import { withAddition } from '../judgement-texts.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Judgement } from '../finding.ts';
import {
  isDisturbed,
  isPriced,
  isRefusal,
  type PriceOutcome,
  outcomeText,
  withoutAmount,
} from './price-outcome.ts';

/**
 * Interpretation of a refusal of one of two drafts while the other is priced: `unlike`, they are treated differently; `free`,
 * the service may refuse it; `blame`, another requirement covers it.
 */
export type OnRefusal = 'unlike' | 'free' | { readonly blame: RequirementId };

/** Two spellings of the same draft, each priced on its own draft. */
export interface PricePair {
  readonly requirement: RequirementId;
  readonly wanted: string;
  /** The plain draft after its amount, such as `without it`. */
  readonly as?: string | undefined;
  readonly plain: PriceOutcome;
  readonly other: PriceOutcome;
  /** The plain draft again, priced if the amounts differ: equal drafts must have equal prices first (R4). */
  readonly control?: PriceOutcome | undefined;
  /** Both drafts again, several times: prices that differ by draft may agree by chance (R4). */
  readonly more?: readonly (readonly [plain: PriceOutcome, other: PriceOutcome])[];
  /** Interpretation of a refusal of one of them. */
  readonly onRefusal: OnRefusal;
  /** True for the second try, so that a refusal is consistent. */
  readonly again: boolean;
}

/** Name of the plain draft in recordings that name none. */
const PLAIN = 'for the plain draft';

type Part = Omit<Judgement, 'requirement' | 'operation' | 'wanted'>;

const part = (
  { plain, other, as = PLAIN }: PricePair,
  verdict: Part['verdict'],
  reason?: Part['reason'],
): Part => ({
  verdict,
  ...(reason ? { reason } : {}),
  got: `${outcomeText(other)}, and ${outcomeText(plain)} ${as}`,
  exchanges: [plain.n, other.n],
});

/** A free choice must be consistent; seen once, it may be chance. */
const free = (pair: PricePair, reason: 'specification-silent' | 'unstated-rule'): Part =>
  pair.again ? part(pair, 'observed', reason) : part(pair, 'inconclusive', 'twin-refused');

const oneRefused = (pair: PricePair, priced: PriceOutcome): Part => {
  const { onRefusal } = pair;
  if (onRefusal === 'free') return free(pair, 'specification-silent');
  if (onRefusal === 'unlike') return { ...part(pair, 'fail'), twin: priced.n };
  return { ...part(pair, 'inconclusive', 'blocked-by'), blockedBy: onRefusal.blame };
};

const compared = (pair: PricePair): Part => {
  const { plain, other, control, more = [], as = PLAIN } = pair;
  if (plain.amount === other.amount) return part(pair, 'pass');
  if (!control || !isPriced(control)) return part(pair, 'inconclusive', 'twin-refused');
  if (!more.flat().every(isPriced)) return part(pair, 'inconclusive', 'twin-refused');
  const repeats = [control, ...more.map(([each]) => each)];
  const another = repeats.find(({ amount }) => amount !== plain.amount);
  const stray = more.map(([, each]) => each).find(({ amount }) => amount !== other.amount);
  const isStable = !another && !stray;
  const again = stray
    ? `; but ${outcomeText(stray)} for the same draft again`
    : `; ${another ? 'but ' : ''}${outcomeText(another ?? control)} ${as} again`;
  return isStable
    ? { ...withAddition(part(pair, 'fail'), again), twin: control.n }
    : withAddition(part(pair, 'observed', 'specification-silent'), again);
};

/** S9: a draft that causes a server error while the other of the pair is priced. */
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

/** Two spellings of the same draft must have the same price (C4, E7, R4). */
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
