import { findAt } from '../../client/target/places.ts';
import { likelyPlaces } from '../../oracles/causes/likely-places.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { learn } from '../journey/learn.ts';
import { rowOf } from '../journey/visit.ts';
import { aboutLine, adopt, type Examination } from './examination.ts';
import { type Edit, edit, type Remark, toWrite } from './remark.ts';

/** What a contract may want otherwise than the target says; `use` lets the target say it. */
export interface Alternative {
  readonly remark: Remark;
  readonly use: () => void;
  /** Nothing in an answer speaks for it: only a contract that is made does. */
  readonly isGuess?: true;
}

/** Places of one answer that are tried. */
const MOST_TRIED = 3;

/** A number that is called nothing like an amount has less. */
const LIKE_AN_AMOUNT = 2;

/** What is asked for where a price request shows no amount: any whole number may do (P5). */
const ASKED_AMOUNT = 1325;

const relearn = (exam: Examination, answer: Exchange): void => {
  const { operation: on } = answer;
  const step = on?.endsWith('.token-terms') ? 'token-terms' : 'price-request';
  learn(exam.run, rowOf(exam.line, step), exam.state, [answer]);
};

/** The other places of the answer of token-terms at which the user terms token may stand. */
export const otherTokens = (exam: Examination, answer: Exchange): readonly Alternative[] =>
  likelyPlaces('token', [answer])
    .filter(({ place }) => !exam.run.target.termsToken.includes(place))
    .slice(0, MOST_TRIED)
    .map(({ place }) => ({
      remark: toWrite(
        aboutLine(exam, 'terms token'),
        `found the user terms token at ${place}`,
        edit('termsToken', place),
      ),
      use: () => {
        adopt(exam, { termsToken: [place] });
        relearn(exam, answer);
      },
    }));

const amountShown = (exam: Examination, answer: Exchange, place: string): Alternative => ({
  remark: toWrite(
    aboutLine(exam, 'price'),
    `found the amount of a price request at ${place} (${JSON.stringify(findAt([place], answer))})`,
    edit('gapPrice', place),
  ),
  use: () => {
    adopt(exam, { gapPrice: [place] });
    relearn(exam, answer);
  },
});

const amountAsked = (exam: Examination, answer: Exchange): Alternative => ({
  remark: toWrite(
    aboutLine(exam, 'price'),
    `found no amount in the price request that a contract takes; one is made for ${ASKED_AMOUNT} hundredths of EUR all the same`,
    edit('gapPrice', { amount: ASKED_AMOUNT }),
  ),
  use: () => {
    adopt(exam, { gapPrice: { amount: ASKED_AMOUNT } });
    relearn(exam, answer);
  },
  isGuess: true,
});

/** What else a motor gap contract may be asked for: another amount of the price request, or one that it does not show. */
export const otherAmounts = (exam: Examination, answer: Exchange): readonly Alternative[] => {
  const { gapPrice } = exam.run.target;
  if ('amount' in gapPrice) return [];
  const likely = likelyPlaces('amount', [answer])
    .filter(({ place }) => !gapPrice.includes(place))
    .slice(0, MOST_TRIED);
  const shown = (isLike: boolean): readonly Alternative[] =>
    likely
      .filter(({ score }) => score >= LIKE_AN_AMOUNT === isLike)
      .map(({ place }) => amountShown(exam, answer, place));
  return [...shown(true), amountAsked(exam, answer), ...shown(false)];
};

/** Bodies of a contract creation that the specification does not show (P4), by the names that motor gap's shows. */
const BODIES: readonly Readonly<Record<string, string>>[] = [
  { userTermsToken: '{{token}}' },
  { paymentTerm: '{{payment.term}}', userTermsToken: '{{token}}' },
];

/** Bodies with the user terms token that a contract may want where the target says nothing of it. */
export const otherBodies = (exam: Examination): readonly Alternative[] => {
  const { id } = rowOf(exam.line, 'contract-create');
  const { bodies } = exam.run.target;
  if (exam.line === 'gap' || bodies[id] !== undefined) return [];
  return BODIES.map((body) => {
    const own: Edit = { path: ['bodies', id], value: body };
    const names = Object.keys(body).join(' and ');
    return {
      remark: toWrite(
        aboutLine(exam, 'contract'),
        `a contract is made where ${names} is sent`,
        own,
      ),
      use: () => adopt(exam, { bodies: { ...bodies, [id]: body } }),
    };
  });
};
