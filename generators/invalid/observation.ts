import type * as fc from 'fast-check';
import type { JudgementRuleId } from '../../spec/judgement.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { operationsWithBody, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import { type Pointer, matchingPointers } from '../pointer.ts';
import type { Extent } from '../record.ts';
import { filterBounded } from '../sample.ts';
import { validBody } from '../valid-body.ts';
import { replaceAt, smallestOf } from './body-fault.ts';

/** A legal body, and the same body with a value that the specification leaves open. */
export interface ObservationPair {
  readonly valid: object;
  readonly odd: object;
  /** The odd body as it is sent: JSON can write 1325 as 1325.0, which a number cannot represent. */
  readonly text: string;
}

/** A point that the specification leaves open: the service's decision is recorded and never judged. */
export interface Observation {
  /** Permanent, `slug@body`, such as `boolean-as-text@travel-draft`. */
  readonly id: string;
  readonly body: FieldBody;
  /** The operations that carry the body. */
  readonly operations: readonly OperationId[];
  readonly lines: readonly Line[];
  /** Pointer to the difference of the bodies, with `*` for the first item of an array that has the field. */
  readonly pointer: Pointer;
  /** Such as `is a boolean accepted as text, such as "true"?` */
  readonly question: string;
  /** The judgement rule that leaves it open. */
  readonly rule: JudgementRuleId;
  /** Tests if the target's context supports the question. */
  applies(context: GeneratorContext): boolean;
  /** Pairs of complete drafts, or of any; both shrink together. Default: complete. */
  pair(context: GeneratorContext, extent?: Extent): fc.Arbitrary<ObservationPair>;
  /** The smallest legal body for the question, and the same body with the odd value. */
  smallest(context: GeneratorContext): ObservationPair;
}

/** A question, and the pointers in the bodies that it applies to. */
export interface Question extends Pick<Observation, 'question' | 'rule'> {
  readonly at: Readonly<Partial<Record<FieldBody, Pointer>>>;
  /** Replaces the current value, undefined if there is none, by the odd one; ABSENT removes it. */
  readonly odd: (current: unknown, context: GeneratorContext) => unknown;
  /** Default: for every target. */
  readonly applies?: (context: GeneratorContext) => boolean;
  /** Adapts a drawn body to another legal one. Default: the drawn body. */
  readonly adapt?: (drawn: object, context: GeneratorContext) => object;
  /** Tests if the question applies to a legal body. Default: the pointer leads to a value. */
  readonly suits?: (valid: object) => boolean;
}

/** Questions by their slug, the first part of the id. */
export type Questions = Readonly<Record<string, Question>>;

const MARK = '<as a decimal>';

/** Marks an integer that is to be written with a decimal point and a zero. */
export const asDecimal = (whole: unknown): string => `${MARK}${String(whole)}`;

const textOf = (body: object): string =>
  JSON.stringify(body).replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1.0');

const observationAt = (
  slug: string,
  body: FieldBody,
  pointer: Pointer,
  asked: Question,
): Observation => {
  const { question, rule, odd, adapt, applies = () => true } = asked;
  const suits = asked.suits ?? ((valid) => matchingPointers(valid, pointer).length > 0);
  const id = `${slug}@${body}`;
  const operations = operationsWithBody(body);
  const pair: Observation['pair'] = (context, extent = 'complete') =>
    filterBounded(
      validBody(body, context, extent).map((drawn) => adapt?.(drawn, context) ?? drawn),
      suits,
      id,
    ).map((valid) => {
      const marked = replaceAt(valid, pointer, (current) => odd(current, context));
      const text = textOf(marked);
      return { valid, odd: JSON.parse(text) as object, text };
    });
  return {
    id,
    body,
    operations,
    lines: [...new Set(operations.map((id) => operation(id).line))],
    pointer,
    question,
    rule,
    applies,
    pair,
    smallest: (context) => smallestOf(pair(context, 'any')),
  };
};

/** Expands questions into observations: one for each of their bodies. */
export const observationsOf = (questions: Questions): Observation[] =>
  Object.entries(questions).flatMap(([slug, question]) =>
    Object.entries(question.at).map(([body, pointer]) =>
      observationAt(slug, body as FieldBody, pointer, question),
    ),
  );

type Places = Readonly<Partial<Record<FieldBody, Pointer>>>;

/** The same place in the drafts of all lines. */
export const inDrafts = (pointer: Pointer): Places => ({
  'jobloss-draft': pointer,
  'travel-draft': pointer,
  'landlord-draft': pointer,
  'gap-draft': pointer,
});

/** A text of every draft that no list and no format restricts. */
export const FREE_TEXT: Places = inDrafts('/policyholder/address/street');
/** A boolean of every draft that no rule restricts. */
export const BOOLEAN: Places = inDrafts('/terms/requestPaperCopy');
/** A date of every draft. */
export const DATE: Places = inDrafts('/policyholder/person/birthdate');
/** An e-mail address of every draft. */
export const EMAIL: Places = inDrafts('/policyholder/contact/email');
/** A country code of every draft. */
export const COUNTRY_CODE: Places = inDrafts('/policyholder/address/country');

/** The value of an amount that no list restricts. */
export const AMOUNT: Places = {
  'landlord-draft': '/risk/insuredProperty/monthlyRent/value',
  'gap-draft': '/risk/vehicle/invoice/purchasedPriceIncludingVat/value',
};
/** The value of an amount, listed or not. */
export const ANY_AMOUNT: Places = { ...AMOUNT, 'jobloss-draft': '/terms/claimLimit/value' };
/** An integer that is no amount. */
export const PLAIN_INTEGER: Places = {
  'landlord-draft': '/risk/insuredProperty/surfaceArea/value',
  'gap-draft': '/risk/cascoFactors/fullProtectionDuration',
};
/** Lists of key-value items. */
export const KEY_VALUES: Places = {
  'jobloss-draft': '/metadata',
  'gap-draft': '/partnerReference',
  'gap-lead': '/partnerReference',
  'gap-price-request': '/partnerReference',
};
