import { isPriced, type PriceOutcome, priceOutcome } from '../../oracles/prices/price-outcome.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle } from '../journey/visit.ts';
import { type Answer, askPrice, type Contents, isTaken, writeDraft } from './gap-steps.ts';
import type { Run } from '../run.ts';

/** A fresh draft that was written and, where the write took it, priced once. */
export interface PricedDraft {
  readonly state: JourneyState;
  /** The last answer, or the obstacle before it. */
  readonly answer: Answer;
  /** Absent where there was an obstacle. */
  readonly outcome?: PriceOutcome;
}

/** Writes a fresh motor gap draft and prices it; the outcome is that of its write where that was refused. */
export const priceDraft = async (
  run: Run,
  one: Try,
  name: string,
  contents: Contents,
  intent: Exchange['intent'],
): Promise<PricedDraft> => {
  const { state, answer } = await writeDraft(run, one, name, contents, intent);
  if (isObstacle(answer)) return { state, answer };
  if (!isTaken(answer)) {
    const outcome = priceOutcome(answer.operation ?? 'gap.draft-update', answer);
    return { state, answer, outcome };
  }
  const priced = await askPrice(run, state, intent);
  if (isObstacle(priced)) return { state, answer: priced };
  return { state, answer: priced.exchange, outcome: priced.outcome };
};

/** The outcome of a draft that was priced; undefined where it was not. */
export const pricedOutcome = ({ outcome }: PricedDraft): PriceOutcome | undefined =>
  outcome && isPriced(outcome) ? outcome : undefined;

/** All that the exchanges of some drafts showed to the universal oracles. */
export const shownBy = (drafts: readonly { readonly state: JourneyState }[]): Judgement[] =>
  drafts.flatMap(({ state }) => state.judgements);
