import { isSuccessStatus } from '../answers/answer-form.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import type { OpenPoint } from '../open-point.ts';
import { decodeComponent } from '../../spec/place-in-answer.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import { pathIn, pointsOf, type Question, type ObservedAnswer } from './observed-answers.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const shapeOf = (id: string): string => {
  if (UUID.test(id)) return 'a UUID';
  return /^\d+$/.test(id) ? 'a number' : 'a text';
};

/** Positions of the path parameters of an operation, counted from the end, so that a base path does not shift them. */
const placesFromEnd = memoizedByObject(
  (row: ObservedAnswer['row']): ReadonlyMap<string, number> => {
    const parts = row.path.split('/').slice(1).toReversed();
    return new Map(parts.map((part, at) => [part, at]));
  },
);

/** The id of a parameter in a call's path; undefined if the operation has no such parameter. */
const idIn = ({ exchange, row }: ObservedAnswer, parameter: string): string | undefined => {
  const at = placesFromEnd(row).get(`{${parameter}}`);
  if (at === undefined) return undefined;
  const parts = pathIn(exchange.request.url).split('/');
  return decodeComponent(parts.at(-1 - at) ?? '');
};

const shapeQuestion = (parameter: string): Question => ({
  id: `shape-of-${parameter}`,
  subject: 'answers',
  question: `what is a ${parameter}?`,
  rule: 'D4',
  grain: 'line',
  outcomeOf: (one) => {
    const id = idIn(one, parameter);
    return id === undefined ? undefined : shapeOf(id);
  },
});

const QUESTIONS: readonly Question[] = [
  ...['draftId', 'carId', 'personId', 'keyId', 'contractId'].map(shapeQuestion),
  {
    id: 'metadata-key-as-id',
    subject: 'answers',
    question: 'is the keyId of a metadata item the text of its key?',
    rule: 'D5',
    grain: 'line',
    // An update that leaves the key unchanged shows it.
    outcomeOf: (one) => {
      if (one.row.step !== 'metadata-put') return undefined;
      const body = jsonBody(one.exchange.request.body);
      const key = body.ok && isObject(body.value) ? body.value['key'] : undefined;
      if (typeof key !== 'string') return undefined;
      return idIn(one, 'keyId') === key ? 'yes' : 'no, a different id';
    },
  },
];

/** Formats of the ids that a service accepted (D4, D5). */
export const idPoints = (all: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const seen = all.filter(({ response }) => isSuccessStatus(response.status));
  return QUESTIONS.flatMap((question) => pointsOf(seen, question));
};
