import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isAcceptedStatus } from '../answers/answer-form.ts';
import { counted } from '../../spec/message-text.ts';
import {
  decisiveOf,
  recorded,
  type FirstCause,
  type Judged,
  type TargetDeclarations,
  nameOf,
} from './first-cause.ts';
import { answerSummary, statusesOf } from './calls-refused.ts';

/** A value of the target in request bodies. */
interface SentValue {
  readonly key: string;
  /** Name in a sentence. */
  readonly what: string;
  /** Form in a body. */
  readonly text: string;
}

const sentValues = (target: TargetDeclarations): readonly SentValue[] => {
  const one = (key: string, what: string, field: string) => (value: string) => ({
    key,
    what: `${what} ${value}`,
    text: `${JSON.stringify(field)}:${JSON.stringify(value)}`,
  });
  const { mailDomain, vehicleCodes, whiteLabels, insurers, paymentTerms } = target;
  return [
    { key: 'mailDomain', what: `an e-mail address at ${mailDomain}`, text: `@${mailDomain}"` },
    ...vehicleCodes.map(({ code }) => one('vehicleCodes', 'the vehicle code', 'code')(code)),
    ...whiteLabels.map(one('whiteLabels', 'the white label', 'whiteLabelId')),
    ...insurers.map(one('insurers', 'the insurer', 'cascoInsurerCompany')),
    ...paymentTerms.map(one('paymentTerms', 'the payment term', 'paymentTerm')),
  ];
};

const DRAFT_PATH = /^.*\/drafts\/[^/?]+/;

/** Legal calls, each with the last update of its draft. */
const legalCalls = (exchanges: readonly Exchange[]) => {
  const written = new Map<string, Exchange['request']>();
  return exchanges.flatMap((exchange) => {
    const { operation: on, request, intent, response } = exchange;
    const draft = DRAFT_PATH.exec(request.url)?.[0] ?? '';
    if (on?.endsWith('.draft-update') && draft !== '') written.set(draft, request);
    if (on === undefined || intent !== 'legal' || response === undefined) return [];
    return [{ on, exchange, status: response.status, update: written.get(draft) }];
  });
};

type LegalCall = ReturnType<typeof legalCalls>[number];

interface Call extends LegalCall {
  /** Bodies that it depends on: its own, and that of the last update of its draft. */
  readonly text: string;
}

const withText = (call: LegalCall): Call => {
  const { exchange, update } = call;
  return { ...call, text: (exchange.request.body?.text ?? '') + (update?.body?.text ?? '') };
};

const isRefused = ({ status }: LegalCall): boolean =>
  status === 400 || status === 402 || status === 422;

/** Minimum number of bodies of either kind: fewer may be refused or accepted for another reason. */
const MIN_BODIES = 3;

const causeOf = (
  on: OperationId,
  calls: readonly Call[],
  { key, what, text }: SentValue,
  { verdicts, exchanges }: Judged,
): FirstCause | undefined => {
  const having = calls.filter((call) => call.text.includes(text));
  const others = calls.filter((call) => !call.text.includes(text));
  const [first] = having;
  if (!first || having.length < MIN_BODIES || !having.every(isRefused)) return undefined;
  if (others.filter(({ status }) => isAcceptedStatus(status)).length < MIN_BODIES) return undefined;
  const all = recorded(exchanges);
  const numbers = new Set(having.map(({ exchange }) => exchange.n));
  const refused = having.map(({ exchange }) => exchange);
  return {
    sentence: `${nameOf(on)} answered ${statusesOf(refused)} to every body with ${what} (${counted(having.length, 'time')}) and accepted bodies without it. If the service does not know this value, change ${key}.`,
    answer: answerSummary(first.exchange),
    exchange: first.exchange.n,
    operation: on,
    cells: verdicts
      .filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail')
      .filter((verdict) => numbers.has(decisiveOf(verdict, all)?.n ?? 0))
      .map(({ cell }) => cell),
  };
};

/** Values of the target with which every call is refused, while calls without them are accepted (P4, P5). */
export const valuesRefused = (judged: Judged): readonly FirstCause[] => {
  const values = sentValues(judged.target);
  const groups = Map.groupBy(legalCalls(judged.exchanges), ({ on }) => on);
  return [...groups].flatMap(([on, legal]) => {
    // There are many bodies; they are read only if they can be evidence.
    if (legal.filter(isRefused).length < MIN_BODIES) return [];
    const calls = legal.map(withText);
    return values.flatMap((value) => causeOf(on, calls, value, judged) ?? []);
  });
};
