import type * as fc from 'fast-check';
import type { JudgementRuleId } from '../../spec/judgement.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { operationsWithBody, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import { type Pointer, placesOf } from '../pointer.ts';
import type { Extent } from '../record.ts';
import { suited } from '../sample.ts';
import { validBody } from '../valid-body.ts';
import { changedAt, smallestOf } from './body-fault.ts';

/** A legal body, and the same body with what the specification leaves open. */
export interface ObservationPair {
  readonly valid: object;
  readonly odd: object;
  /** The odd body as it is to be sent: JSON can write 1325 as 1325.0, which a number cannot hold. */
  readonly text: string;
}

/** Something that the specification leaves open: how a service decides it is recorded and never judged. */
export interface Observation {
  /** Permanent, `slug@body`, such as `boolean-as-text@travel-draft`. */
  readonly id: string;
  readonly body: FieldBody;
  /** The operations that carry the body. */
  readonly operations: readonly OperationId[];
  readonly lines: readonly Line[];
  /** Where both bodies differ, with `*` for the first item of an array that has the field. */
  readonly pointer: Pointer;
  /** Such as `is a boolean accepted as text, such as "true"?` */
  readonly question: string;
  /** The judgement rule that leaves it open. */
  readonly rule: JudgementRuleId;
  /** Whether the target's context has what it takes. */
  applies(context: GeneratorContext): boolean;
  /** Pairs of complete drafts, or of any; both shrink together. Default: complete. */
  pair(context: GeneratorContext, extent?: Extent): fc.Arbitrary<ObservationPair>;
  /** The smallest legal body that can be asked with, and the same with the odd value. */
  smallest(context: GeneratorContext): ObservationPair;
}

/** A question, and the places in the bodies where it is asked. */
export interface Question extends Pick<Observation, 'question' | 'rule'> {
  readonly at: Readonly<Partial<Record<FieldBody, Pointer>>>;
  /** The odd value in place of the current one, which is undefined where nothing is; ABSENT takes it away. */
  readonly odd: (current: unknown, context: GeneratorContext) => unknown;
  /** Default: for every target. */
  readonly applies?: (context: GeneratorContext) => boolean;
  /** Makes another legal body of a drawn one. Default: the drawn one. */
  readonly adapt?: (drawn: object, context: GeneratorContext) => object;
  /** Which legal bodies to ask with. Default: where something is at the pointer. */
  readonly suits?: (valid: object) => boolean;
}

/** Questions by their slug, the first part of the id. */
export type Questions = Readonly<Record<string, Question>>;

const MARK = '<as a decimal>';

/** Marks a whole number that is to be written with a decimal point and a zero. */
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
  const suits = asked.suits ?? ((valid) => placesOf(valid, pointer).length > 0);
  const id = `${slug}@${body}`;
  const operations = operationsWithBody(body);
  const pair: Observation['pair'] = (context, extent = 'complete') =>
    suited(
      validBody(body, context, extent).map((drawn) => adapt?.(drawn, context) ?? drawn),
      suits,
      id,
    ).map((valid) => {
      const marked = changedAt(valid, pointer, (current) => odd(current, context));
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

/** The observations of questions: one for each of their bodies. */
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

/** A text of every draft that no list and no form restricts. */
export const FREE_TEXT: Places = inDrafts('/policyholder/address/street');
/** A boolean of every draft that no rule ties. */
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
