import type { ResolvedTarget } from '../../client/target.ts';
import { placeholdersIn } from '../../client/target/body-templates.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import {
  lineTitle,
  adopt,
  type Examination,
  noteNotCalled,
  refusalOf,
  stepText,
} from './examination.ts';
import { type Remark, wrong, type Edit, edit, editText, withEdits } from './remark.ts';
import { findAt } from '../../client/target/places.ts';
import { likelyPlaces } from '../../oracles/causes/likely-places.ts';
import { extractInputs } from '../journey/extract-inputs.ts';
import { rowOf, makeVisit } from '../journey/make-call.ts';
import { isAccepted, statusOf } from '../../oracles/answers/answer-form.ts';

/** An alternative to the target's keys for a contract; `use` adopts it in the target. */
export interface Alternative {
  readonly remark: Remark;
  readonly use: () => void;
  /** True if only a successful contract can prove it. */
  readonly isGuess?: true;
}

/** Maximum number of places to try in one answer. */
const MAX_PLACES = 3;

/** Minimum score of a number whose name suggests an amount. */
const MIN_AMOUNT_SCORE = 2;

/** The amount requested if a price request shows none: the service may accept any integer (P5). */
const DEFAULT_AMOUNT = 1325;

const extractAgain = (exam: Examination, answer: Exchange): void => {
  const { operation: on } = answer;
  const step = on?.endsWith('.token-terms') ? 'token-terms' : 'price-request';
  extractInputs(rowOf(exam.line, step), exam, [answer]);
};

/** Other places in the answer of token-terms that may hold the user terms token. */
export const otherTokens = (exam: Examination, answer: Exchange): readonly Alternative[] =>
  likelyPlaces('token', [answer])
    .filter(({ place }) => !exam.run.target.termsToken.includes(place))
    .slice(0, MAX_PLACES)
    .map(({ place }) => ({
      remark: withEdits(
        lineTitle(exam, 'terms token'),
        `the user terms token is at ${place}`,
        edit('termsToken', place),
      ),
      use: () => {
        adopt(exam, { termsToken: [place] });
        extractAgain(exam, answer);
      },
    }));

/** The target with other places for the price request of the line. */
const withPrice = (
  { run, line }: Examination,
  places: Partial<ResolvedTarget['prices'][Line]>,
): Pick<ResolvedTarget, 'prices'> => {
  const { prices } = run.target;
  return { prices: { ...prices, [line]: { ...prices[line], ...places } } };
};

/** The edit of the amount: its key under the name that the target uses, with a place or the amount itself. */
const amountEdit = ({ run, line }: Examination, value: string | number): Edit => {
  if (line !== 'gap' || run.target.prices.gap.amount !== undefined)
    return edit(`prices.${line}.amount`, value);
  return edit('gapPrice', typeof value === 'number' ? { amount: value } : value);
};

const amountShown = (exam: Examination, answer: Exchange, place: string): Alternative => ({
  remark: withEdits(
    lineTitle(exam, 'price'),
    `the amount of a price request is at ${place} (${JSON.stringify(findAt([place], answer))})`,
    amountEdit(exam, place),
  ),
  use: () => {
    adopt(exam, exam.line === 'gap' ? { gapPrice: [place] } : withPrice(exam, { amount: [place] }));
    extractAgain(exam, answer);
  },
});

/** Places in a price request that may hold its id, if the declared place holds none (P5). */
export const otherPriceIds = (exam: Examination, answer: Exchange): readonly Alternative[] =>
  likelyPlaces('id', [answer])
    .slice(0, MAX_PLACES)
    .map(({ place }) => ({
      remark: withEdits(
        lineTitle(exam, 'price id'),
        `the id of a price request is at ${place}`,
        edit(`prices.${exam.line}.id`, place),
      ),
      use: () => {
        adopt(exam, withPrice(exam, { id: [place] }));
        extractAgain(exam, answer);
      },
    }));

const amountAsked = (exam: Examination, answer: Exchange): Alternative => ({
  remark: withEdits(
    lineTitle(exam, 'price'),
    `no amount in the answer to the price request is accepted for a contract, but ${DEFAULT_AMOUNT} hundredths of EUR are`,
    amountEdit(exam, DEFAULT_AMOUNT),
  ),
  use: () => {
    adopt(exam, { gapPrice: { amount: DEFAULT_AMOUNT } });
    extractAgain(exam, answer);
  },
  isGuess: true,
});

/**
 * Alternatives for the amount of a contract: another amount of the price request, or one that it does not show (motor gap). On
 * the other lines, only bodies that the specification does not show name it.
 */
export const otherAmounts = (exam: Examination, answer: Exchange): readonly Alternative[] => {
  const { gapPrice, prices } = exam.run.target;
  const declared = exam.line === 'gap' ? gapPrice : (prices[exam.line].amount ?? gapPrice);
  if ('amount' in declared) return [];
  const likely = likelyPlaces('amount', [answer])
    .filter(({ place }) => !declared.includes(place))
    .slice(0, MAX_PLACES);
  const shown = (isLike: boolean): readonly Alternative[] =>
    likely
      .filter(({ score }) => score >= MIN_AMOUNT_SCORE === isLike)
      .map(({ place }) => amountShown(exam, answer, place));
  if (exam.line !== 'gap') return shown(true);
  return [...shown(true), amountAsked(exam, answer), ...shown(false)];
};

/** Bodies of a contract creation that the specification does not show (P4), with the names of motor gap's. */
const BODIES: readonly Readonly<Record<string, unknown>>[] = [
  { userTermsToken: '{{token}}' },
  { paymentTerm: '{{payment.term}}', userTermsToken: '{{token}}' },
  {
    paymentTerm: '{{payment.term}}',
    transactionAmount: { currency: '{{price.currency}}', value: '{{price.amount}}' },
    userTermsToken: '{{token}}',
  },
  { priceRequestId: '{{price.id}}', userTermsToken: '{{token}}' },
];

/** Bodies with the user terms token that a contract may require if the target declares none. */
export const otherBodies = (exam: Examination): readonly Alternative[] => {
  const { id } = rowOf(exam.line, 'contract-create');
  const { bodies } = exam.run.target;
  if (exam.line === 'gap' || bodies[id] !== undefined) return [];
  return BODIES.map((body) => {
    const own: Edit = { path: ['bodies', id], value: body };
    const names = Object.keys(body).join(' and ');
    return {
      remark: withEdits(
        lineTitle(exam, 'contract'),
        `a contract is created if ${names} is sent`,
        own,
      ),
      use: () => adopt(exam, { bodies: { ...bodies, [id]: body } }),
    };
  });
};

/** Unproven results of the earlier steps: the adopted guesses, and their alternatives. */
interface Unproven {
  readonly taken: readonly Alternative[];
  readonly others: readonly Alternative[];
}

/** True if another try may succeed: the contract was refused because of its content (K4). */
const mayBeTriedAgain = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined &&
  !isDisturbance(statusOf(exchange) || undefined, 'contract-create') &&
  statusOf(exchange) < 500;

const noAmount = (exam: Examination): Remark =>
  wrong(
    lineTitle(exam, 'price'),
    'the answer to the price request shows no amount, and a contract for another amount is refused',
    `set ${amountEdit(exam, '').path.join('.')} to the place of the amount, or write ${editText(amountEdit(exam, DEFAULT_AMOUNT))}, the amount for contracts in hundredths of EUR`,
  );

/** Remarks on the answers, even if no contract proves them. */
export const remarksOn = (taken: readonly Alternative[]): readonly Remark[] =>
  taken.filter(({ isGuess }) => !isGuess).map(({ remark }) => remark);

/** False for a place of a price that no body of the line names: no call depends on it, and no contract proves it. */
export const isNamed = ({ run, line }: Examination, { edits = [] }: Remark): boolean =>
  edits.every(({ path: [key, , what] }) => {
    if (key !== 'prices' || line === 'gap') return true;
    const body = run.target.bodies[rowOf(line, 'contract-create').id];
    return placeholdersIn(body).some(({ name }) => name === `price.${what}`);
  });

/** Maximum number of tries: most services differ in one point, few in two. */
const MAX_TRIES = 10;

/** Each alternative alone, then pairs of independent ones. */
const inTurn = (others: readonly Alternative[]): readonly (readonly Alternative[])[] => {
  const pairs = others.flatMap((one, at) =>
    others
      .slice(at + 1)
      .filter(({ remark }) => remark.about !== one.remark.about)
      .map((other) => [one, other] as const),
  );
  return [...others.map((one) => [one] as const), ...pairs].slice(0, MAX_TRIES);
};

/**
 * Creates the contract; if it is refused, tries the other places and bodies in turn. Returns the successful answer, or
 * undefined.
 */
export const negotiateContract = async (
  exam: Examination,
  { taken, others }: Unproven,
): Promise<Exchange | undefined> => {
  const visit = { step: 'contract-create' } as const;
  const first = await makeVisit(visit, exam);
  const before = { run: exam.run, known: exam.known };
  let last = first;
  let used: readonly Remark[] = [];
  for (const together of inTurn(others)) {
    if (last !== undefined && (isAccepted(last) || !mayBeTriedAgain(last))) break;
    exam.run = before.run;
    exam.known = before.known;
    for (const each of together) each.use();
    used = together.map(({ remark }) => remark);
    last = await makeVisit(visit, exam);
  }
  if (last) exam.steps.push(stepText(exam, visit, last));
  if (isAccepted(last)) {
    const proven = taken.filter(
      ({ remark }) => !used.some(({ about }) => about === remark.about) && isNamed(exam, remark),
    );
    exam.remarks.push(...proven.map(({ remark }) => remark), ...used);
    return last;
  }
  exam.run = before.run;
  exam.known = before.known;
  exam.remarks.push(
    ...remarksOn(taken).filter((each) => isNamed(exam, each)),
    ...(taken.some(({ isGuess }) => isGuess) ? [noAmount(exam)] : []),
    ...(first ? [refusalOf(exam, first)] : []),
  );
  if (!first) noteNotCalled(exam, visit);
  return undefined;
};
