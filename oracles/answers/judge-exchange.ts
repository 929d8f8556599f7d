import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { resources } from '../../spec/requirements/resources.ts';
import { judgeCurrencies } from './amount-currency.ts';
import {
  type Answered,
  judgeLastModifiedForm,
  judgeObject,
  judgeResourceObject,
  judgeSuccessStatus,
  isSuccessStatus,
} from './answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { judgeLocation } from './gap-location.ts';
import { judgeLegalCall } from './legal-call.ts';
import { judgePriceValidity } from '../prices/price-validity.ts';
import { judgeResourceFields } from './resource-fields.ts';
import { judgeShownId } from './shown-id.ts';

/**
 * True for an update with another success status than 200 and no body: its status is not judged (C1, S1), and no resource is
 * shown.
 */
const saysNothing = ({ operation, response }: Answered): boolean =>
  operation.step === 'draft-update' && response.status !== 200 && response.body.text === '';

/**
 * LANDLORD-DRAFT-01 (C1, S17): landlord Draft Get and Draft Update answer with the draft resource, a JSON object, {} included.
 * The specification states no status there: a redirection, and an update with 204 or the like, are only observed. A read
 * without content has not returned the resource, whatever its status.
 */
const judgeLandlordDraft = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  const isMine = operation.id === 'landlord.draft-get' || operation.id === 'landlord.draft-update';
  if (!isMine || response.status < 200 || response.status >= 400) return [];
  const base = {
    requirement: 'LANDLORD-DRAFT-01',
    operation: operation.id,
    wanted: 'a JSON object, the landlord draft resource',
    exchanges: [exchange.n],
  } as const;
  if (!isSuccessStatus(response.status) || saysNothing(answered)) {
    const got = `status ${response.status} without a resource`;
    return [{ ...base, verdict: 'observed', reason: 'specification-silent', got }];
  }
  return [{ ...base, ...judgeObject(exchange) }];
};

/** An oracle for every answer. */
interface AnswerOracle {
  /** Its file, relative to `oracles/` and without its extension. */
  readonly file: string;
  readonly about: readonly RequirementId[];
  readonly judge: (answered: Answered) => readonly Judgement[];
}

/** Oracles on the form of a success, which applies to any request. */
const FORM_ORACLES: readonly AnswerOracle[] = [
  { file: 'answers/answer-form', about: ['STATUS-01'], judge: judgeSuccessStatus },
  { file: 'answers/answer-form', about: ['LASTMOD-02'], judge: judgeLastModifiedForm },
  { file: 'answers/answer-form', about: ['RESOURCE-01'], judge: judgeResourceObject },
  { file: 'answers/gap-location', about: ['GAP-CONTRACT-02'], judge: judgeLocation },
  { file: 'answers/amount-currency', about: ['AMOUNT-02'], judge: judgeCurrencies },
];

/** All oracles for every answer, in the order of evaluation. */
export const ANSWER_ORACLES: readonly AnswerOracle[] = [
  { file: 'answers/legal-call', about: Object.values(LEGAL_CALL), judge: judgeLegalCall },
  ...FORM_ORACLES,
  { file: 'answers/judge-exchange', about: ['LANDLORD-DRAFT-01'], judge: judgeLandlordDraft },
  { file: 'answers/shown-id', about: ['LANDLORD-DRAFT-02'], judge: judgeShownId },
  { file: 'prices/price-validity', about: ['PRICE-01'], judge: judgePriceValidity },
  {
    file: 'answers/resource-fields',
    about: resources().map(([id]) => id),
    judge: ({ exchange }) => judgeResourceFields(exchange),
  },
];

/**
 * Judges only the form of a success (status, header, resource, currency): also for requests that the specification leaves open
 * (V1).
 */
export const judgeForm = (exchange: Exchange, facts: Facts): readonly Judgement[] => {
  const { operation: on, response } = exchange;
  if (on === undefined || !response) return [];
  const answered = { exchange, operation: operation(on), response, facts };
  return FORM_ORACLES.flatMap(({ judge }) => judge(answered));
};

/** Universal oracles: judge every exchange of a run, for any purpose. Never throws, whatever the service sent. */
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
  const judged = ANSWER_ORACLES.flatMap(({ judge }) => judge(answered));
  return judged.map((each) => (each.verdict === 'observed' ? { ...each, reached: true } : each));
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  exchange: judgeExchange,
};
