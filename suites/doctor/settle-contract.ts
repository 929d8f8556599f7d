import type { Exchange } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Alternative } from './contract-alternatives.ts';
import {
  aboutLine,
  type Examination,
  isServed,
  refusalOf,
  statusOf,
  stepText,
  take,
} from './examination.ts';
import { type Remark, wrong } from './remark.ts';

/** What the steps before left open: their answers, and what was taken for want of anything better. */
export interface Unproven {
  readonly taken: readonly Alternative[];
  readonly others: readonly Alternative[];
}

/** Whether another try may fare better: the contract was refused for what was sent (K4). */
const mayBeTriedAgain = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined &&
  !isDisturbance(statusOf(exchange) || undefined, 'contract-create') &&
  statusOf(exchange) < 500;

const noAmount = (exam: Examination): Remark =>
  wrong(
    aboutLine(exam, 'price'),
    'found no amount in the price request, and no contract is made for another one',
    'set gapPrice to where the amount stands, or to { amount: 1325 } with the hundredths of EUR that a contract is to be asked for',
  );

/** What was found in the answers, also where no contract proves it. */
export const foundIn = (taken: readonly Alternative[]): readonly Remark[] =>
  taken.filter(({ isGuess }) => !isGuess).map(({ remark }) => remark);

/** Tries in all: most services want one thing otherwise, and few want two. */
const MOST_TRIES = 8;

/** Each alternative alone, then any two that are about different things. */
const inTurn = (others: readonly Alternative[]): readonly (readonly Alternative[])[] => {
  const pairs = others.flatMap((one, at) =>
    others
      .slice(at + 1)
      .filter(({ remark }) => remark.about !== one.remark.about)
      .map((other) => [one, other] as const),
  );
  return [...others.map((one) => [one] as const), ...pairs].slice(0, MOST_TRIES);
};

/**
 * Makes the contract; where it is refused, the other places and bodies are tried one after the other. The answer that made
 * it, or undefined.
 */
export const settleContract = async (
  exam: Examination,
  { taken, others }: Unproven,
): Promise<Exchange | undefined> => {
  const visit = { step: 'contract-create' } as const;
  const first = await take(exam, visit);
  const before = { run: exam.run, known: exam.state.known };
  let last = first;
  let used: readonly Remark[] = [];
  for (const together of inTurn(others)) {
    if (last !== undefined && (isServed(last) || !mayBeTriedAgain(last))) break;
    exam.run = before.run;
    exam.state.known = before.known;
    for (const each of together) each.use();
    used = together.map(({ remark }) => remark);
    last = await take(exam, visit);
  }
  if (last) exam.steps.push(stepText(exam, visit, last));
  if (isServed(last)) {
    const proven = taken.filter(({ remark }) => !used.some(({ about }) => about === remark.about));
    exam.remarks.push(...proven.map(({ remark }) => remark), ...used);
    return last;
  }
  exam.run = before.run;
  exam.state.known = before.known;
  exam.remarks.push(
    ...foundIn(taken),
    ...(taken.some(({ isGuess }) => isGuess) ? [noAmount(exam)] : []),
    ...(first ? [refusalOf(exam, first)] : []),
  );
  return undefined;
};
