import { answerKind } from '../../spec/envelope.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isServed } from '../answers/answer-form.ts';
import { strayDraft } from '../answers/landlord-draft.ts';
import { type AnswerPart, envelopeAt } from '../answers/resource.ts';
import { strayPrices } from '../answers/resource-fields.ts';
import { answerSummary } from './calls-refused.ts';
import {
  decisiveOf,
  type FirstCause,
  isOpen,
  type Judged,
  joinWords,
  nameOf,
  recorded,
} from './first-cause.ts';

const READERS = { draft: strayDraft, price: strayPrices } as const;

/** The resource of an answer outside the declared place, if the specification shows its fields (P3). */
export const strayIn = (exchange: Exchange): AnswerPart | undefined => {
  const kind = exchange.operation && answerKind(exchange.operation);
  return (kind === 'draft' || kind === 'price') && isServed(exchange)
    ? READERS[kind](exchange)
    : undefined;
};

interface Stray {
  readonly on: OperationId;
  readonly exchange: Exchange;
  readonly at: string;
}

/** The key that opens these envelopes: one pointer, or one for each line. */
export const envelopeKey = (strays: readonly Pick<Stray, 'on' | 'at'>[]): string => {
  const places = [...new Set(strays.map(({ at }) => at))];
  if (places.length === 1) return envelopeAt(places[0] ?? '');
  const own = new Map(strays.map(({ on, at }) => [`${operation(on).line}: ${at}`, true]));
  return `envelope: { ${[...own.keys()].join(', ')} }`;
};

/** Fields below a member of the answer that the target does not name (P3). */
export const unopenedEnvelopes = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const found = verdicts.filter(isOpen).flatMap((verdict) => {
    if (verdict.reason !== 'not-found-by-target') return [];
    const exchange = decisiveOf(verdict, all);
    const stray = exchange && strayIn(exchange);
    const on = exchange?.operation;
    return stray && on ? [{ cell: verdict.cell, on, exchange, at: stray.at }] : [];
  });
  const [first] = found;
  if (!first) return [];
  const operations = [...new Set(found.map(({ on }) => on))];
  return [
    {
      sentence: `${joinWords(operations.map(nameOf))} ${operations.length === 1 ? 'answers' : 'answer'} with fields that the specification shows, but at ${joinWords([...new Set(found.map(({ at }) => (at === '' ? 'their root' : at)))])}, where the target does not look for them. Set ${envelopeKey(found)}.`,
      target: `envelope is ${first.exchange.envelope ?? 'not set for them'}`,
      answer: answerSummary(first.exchange),
      exchange: first.exchange.n,
      operation: first.on,
      cells: found.map(({ cell }) => cell),
    },
  ];
};
