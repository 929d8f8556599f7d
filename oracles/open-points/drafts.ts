import type { JudgementRuleId } from '../../spec/judgement.ts';
import { isSuccessStatus } from '../answers/answer-form.ts';
import { isObject, objectIn } from '../answers/json-body.ts';
import { isAbsent } from '../answers/value.ts';
import type { OpenPoint } from '../open-point.ts';
import { LANDLORD_VALUES, valueAt } from '../answers/landlord-draft.ts';
import { resourceIn } from '../answers/resource.ts';
import { pathIn, pointsOf, type Question, type ObservedAnswer } from './observed-answers.ts';

const WRITES: readonly string[] = ['draft-create', 'draft-update'];

const draftIn = ({ exchange }: ObservedAnswer): unknown => {
  const draft = resourceIn(exchange);
  return isObject(draft) ? draft : undefined;
};

const sentIn = ({ exchange, row }: ObservedAnswer): unknown =>
  WRITES.includes(row.step) ? objectIn(exchange.request.body) : undefined;

const isEmpty = (value: unknown): boolean => value === false || value === 0 || value === '';

/** Pointers to the values that some answer shows. */
const shownIn = (seen: readonly ObservedAnswer[]): ReadonlySet<string> =>
  new Set(
    seen.flatMap((one) => {
      const resource = draftIn(one);
      return LANDLORD_VALUES.flatMap(({ pointer }) =>
        isAbsent(valueAt(resource, pointer)) ? [] : [pointer],
      );
    }),
  );

/**
 * Answers to writes of false, 0 or an empty text: `yes` if such a value is missing while other values of its field are shown.
 */
const vanishing = (seen: readonly ObservedAnswer[]): ReadonlyMap<ObservedAnswer, string> => {
  const shown = shownIn(seen);
  const outcomes = seen.flatMap((one): readonly (readonly [ObservedAnswer, string])[] => {
    const [sent, resource] = [sentIn(one), draftIn(one)];
    const empty = LANDLORD_VALUES.filter(
      ({ pointer }) => shown.has(pointer) && isEmpty(valueAt(sent, pointer)),
    );
    if (resource === undefined || empty.length === 0) return [];
    const isGone = empty.some(({ pointer }) => isAbsent(valueAt(resource, pointer)));
    return [[one, isGone ? 'yes' : 'no']];
  });
  return new Map(outcomes);
};

/** Answers about a draft whose createdAt was shown before: whether it has changed. */
const moving = (seen: readonly ObservedAnswer[]): ReadonlyMap<ObservedAnswer, string> => {
  const first = new Map<string, number>();
  const outcomes = new Map<ObservedAnswer, string>();
  for (const one of seen) {
    const created = valueAt(draftIn(one), '/createdAt');
    const moment = typeof created === 'string' ? Date.parse(created) : NaN;
    if (one.row.step === 'draft-create' || Number.isNaN(moment)) continue;
    const path = pathIn(one.exchange.request.url);
    const before = first.get(path);
    if (before === undefined) first.set(path, moment);
    else outcomes.set(one, before === moment ? 'no' : 'yes');
  }
  return outcomes;
};

const asked = (
  id: string,
  question: string,
  rule: JudgementRuleId,
  outcomes: ReadonlyMap<ObservedAnswer, string>,
): Question => ({
  id,
  subject: 'answers',
  question,
  rule,
  grain: 'line',
  outcomeOf: (one) => outcomes.get(one),
});

/** Treatment of empty values and of the creation time in landlord drafts, the only ones that are shown (D2, V18). */
export const draftPoints = (all: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const seen = all.filter(
    ({ row, response, exchange }) =>
      row.line === 'landlord' &&
      [...WRITES, 'draft-get'].includes(row.step) &&
      exchange.intent !== 'faulty' &&
      isSuccessStatus(response.status),
  );
  return [
    asked(
      'empty-values-vanish',
      'does an answer omit a field whose value is false, 0 or an empty string?',
      'D2',
      vanishing(seen),
    ),
    asked('created-at-moves', 'does the createdAt of a draft change?', 'V18', moving(seen)),
  ].flatMap((question) => pointsOf(seen, question));
};
