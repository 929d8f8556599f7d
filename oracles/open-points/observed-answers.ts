import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation } from '../../spec/operations.ts';
import type { OpenPoint } from '../open-point.ts';

type Response = NonNullable<Exchange['response']>;

/** An answer to a call of a listed operation, with the operation. */
export interface ObservedAnswer {
  readonly exchange: Exchange;
  readonly row: KnownOperation;
  readonly response: Response;
}

/** True for odd requests, which are listed separately. */
const isOdd = ({ test }: Exchange): boolean => test.startsWith('robustness/');

/** Answers of a run that can reveal decisions of the service: those to calls with the listed method, right or wrong. */
export const observedAnswers = (exchanges: readonly Exchange[]): readonly ObservedAnswer[] =>
  exchanges.flatMap((exchange): readonly ObservedAnswer[] => {
    const { operation: id, response, request } = exchange;
    if (id === undefined || !response || isOdd(exchange)) return [];
    const row = operation(id);
    return row.method === request.method ? [{ exchange, row, response }] : [];
  });

/** A URL without its query. */
export const pathIn = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

/** A question that answers to other requests decide. */
export interface Question extends Pick<OpenPoint, 'id' | 'subject' | 'question' | 'rule'> {
  /** Granularity of the answer: once an operation, or once a line. */
  readonly grain: 'operation' | 'line';
  /** Outcome that one answer shows; undefined if it shows none. */
  readonly outcomeOf: (one: ObservedAnswer) => string | undefined;
}

interface Outcomes {
  readonly first: ObservedAnswer;
  /** Each outcome with the first answer that shows it. */
  readonly shown: Map<string, ObservedAnswer>;
}

const gathered = (
  seen: readonly ObservedAnswer[],
  { grain, outcomeOf }: Question,
): ReadonlyMap<string, Outcomes> => {
  const found = new Map<string, Outcomes>();
  for (const one of seen) {
    const outcome = outcomeOf(one);
    if (outcome === undefined) continue;
    const key = grain === 'line' ? one.row.line : one.row.id;
    const outcomes = found.get(key) ?? { first: one, shown: new Map<string, ObservedAnswer>() };
    if (!outcomes.shown.has(outcome)) outcomes.shown.set(outcome, one);
    found.set(key, outcomes);
  }
  return found;
};

/** One open point for each operation or line with an outcome; several outcomes are joined, in order. */
export const pointsOf = (seen: readonly ObservedAnswer[], asked: Question): readonly OpenPoint[] =>
  [...gathered(seen, asked).values()].map(({ first, shown }) => {
    const { id, subject, question, rule } = asked;
    const outcomes = [...shown].toSorted(([a], [b]) => a.localeCompare(b));
    return {
      id,
      subject,
      question,
      rule,
      line: first.row.line,
      operation: first.row.id,
      sent: '',
      outcome: outcomes.map(([outcome]) => outcome).join(' or '),
      status: first.response.status,
      exchanges: outcomes.map(([, { exchange }]) => exchange.n),
    };
  });
