import { memoizedLast } from '../spec/memoized.ts';
import { START_DATE_DEFERRAL_DAYS } from '../spec/limits.ts';
import { daysSinceEpoch } from './day.ts';
import { leaves } from './pointer.ts';
import { RESERVED_DOMAINS } from './ordinary-forms.ts';
import { MAX_TEXT_LENGTH } from './realistic.ts';
import type { GeneratorContext } from './context.ts';

/** Tests if a draft keeps a rule; a rule that does not apply is kept. */
export type Rule<D> = (draft: D, context: GeneratorContext) => boolean;

/** The rules of a line by name. */
export type Rules<D> = Readonly<Record<string, Rule<D>>>;

/** Tests if at most one value is present; none counts as kept, since drafts are incremental (E4). */
export const atMostOne = (...values: readonly unknown[]): boolean =>
  values.filter((value) => value !== undefined).length <= 1;

/** Cached, since every rule reads the leaves of the same draft. */
const leavesOf = memoizedLast((draft: object) => leaves(draft));

const named = (draft: object, name: string) =>
  leavesOf(draft)
    .filter(([pointer]) => pointer.endsWith(`/${name}`))
    .map(([, value]) => String(value));

const isPlain = (text: string) =>
  text.length > 0 &&
  text.trim() === text &&
  !/\p{Cc}/u.test(text) &&
  text.length <= MAX_TEXT_LENGTH;

const isLatin = (text: string) =>
  !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);

/**
 * Rules of every line: they keep valid drafts away from everything that the text leaves open, so that no service may
 * refuse them.
 */
export const COMMON_RULES: Rules<object> = {
  /** Texts are 1 to 60 characters, without control characters and surrounding blanks (V1). */
  'plain-text': (draft) =>
    leavesOf(draft).every(
      ([pointer, value]) =>
        typeof value !== 'string' || pointer.endsWith('/email') || isPlain(value),
    ),
  /** Letters are Latin ones, with their accents (V17). */
  'latin-letters': (draft) =>
    leavesOf(draft).every(([, value]) => typeof value !== 'string' || isLatin(value)),
  /** E-mail addresses have an ordinary local part; their domain is the target's, below it, or reserved (V8, L3). */
  'own-mail-domain': (draft, { mailDomain }) =>
    named(draft, 'email').every((email) => {
      const [local = '', domain, ...more] = email.split('@');
      const isOwn =
        `.${domain}`.endsWith(`.${mailDomain}`) || RESERVED_DOMAINS.some((each) => each === domain);
      return isOwn && more.length === 0 && /^[a-z0-9]+([.+-][a-z0-9]+)*$/.test(local);
    }),
  /** Policies start two days from now at the earliest and a day before the limit at the latest (W3). */
  'start-date': (draft, { today }) =>
    named(draft, 'startDate').every((startDate) => {
      const days = daysSinceEpoch(startDate) - daysSinceEpoch(today);
      return days >= 2 && days < START_DATE_DEFERRAL_DAYS;
    }),
  /** Persons are adults born from 1940 on. */
  adult: (draft, { today }) =>
    named(draft, 'birthdate').every((birthdate) => {
      const [year = '', ...rest] = birthdate.split('-');
      return birthdate >= '1940' && [Number(year) + 18, ...rest].join('-') <= today;
    }),
};
