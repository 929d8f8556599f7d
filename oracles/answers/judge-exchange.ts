import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { judgeCurrencies } from './amount-currency.ts';
import {
  type Answered,
  judgeLastModifiedForm,
  judgeResourceObject,
  judgeSuccessStatus,
} from './answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { judgeLocation } from './gap-location.ts';
import { judgeLandlordDraft } from './landlord-draft.ts';
import { judgeLegalCall } from './legal-call.ts';
import { judgePriceValidity } from '../prices/price-validity.ts';
import { judgeResourceFields } from './resource-fields.ts';
import { judgeShownId } from './shown-id.ts';

type Oracle = (answered: Answered) => readonly Judgement[];

/** Oracles of a success's form, which holds whatever was sent. */
const OF_FORM: readonly Oracle[] = [
  judgeSuccessStatus,
  judgeLastModifiedForm,
  judgeResourceObject,
  judgeLocation,
  judgeCurrencies,
];

const ORACLES: readonly Oracle[] = [
  judgeLegalCall,
  ...OF_FORM,
  judgeLandlordDraft,
  judgeShownId,
  judgePriceValidity,
];

/** Judges the form of a success alone (status, header, resource, currency): also of a request that the text leaves open (V1). */
export const judgeForm = (exchange: Exchange, facts: Facts): readonly Judgement[] => {
  const { operation: on, response } = exchange;
  if (on === undefined || !response) return [];
  const answered = { exchange, operation: operation(on), response, facts };
  return OF_FORM.flatMap((oracle) => oracle(answered));
};

/** The universal oracles: every exchange of a run, whatever it was sent for. Never throws for what a service sent. */
export const judgeExchange = (exchange: Exchange, facts: Facts): readonly Judgement[] => {
  if (exchange.operation === undefined) return [];
  const row = operation(exchange.operation);
  if (!exchange.response) {
    return [
      {
        requirement: 'PATH-01',
        operation: row.id,
        verdict: 'inconclusive',
        reason: 'disturbance',
        wanted: 'an answer',
        got: `none: ${insteadOfAnswer(exchange.error)}`,
        exchanges: [exchange.n],
      },
    ];
  }
  const answered = { exchange, operation: row, response: exchange.response, facts };
  const judged = [
    ...ORACLES.flatMap((oracle) => oracle(answered)),
    ...judgeResourceFields(exchange),
  ];
  return judged.map((each) => (each.verdict === 'observed' ? { ...each, reached: true } : each));
};
