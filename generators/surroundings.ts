import { languagesOf } from '../spec/enumerations.ts';
import type { Line } from '../spec/line.ts';
import { memoized, memoizedByObject } from '../spec/memoized.ts';
import { bodyRows, type FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { type DrawnBodies, sharedBodies } from './drawn-bodies.ts';
import { type Pointer, matchingPointers, valueAt, withoutValue, withValue } from './pointer.ts';
import { completeDraft, type DraftOf } from './draft.ts';
import { sample, subSeed } from './sample.ts';
import { brokenRulesOf, lineOfDraft } from './valid-body.ts';

/** Language of a draft without its region; `any`: as drawn. */
export type DraftLanguage = 'any' | 'nl' | 'fr' | 'en';

/**
 * Optional fields of a drawn draft: all that a contract could need (`complete`), those without phone and house numbers (`short`),
 * a drawn part of all objects and fields (`few`), or one half of the fields inside its objects (`partial`) or the other half
 * (`rest`).
 */
export type Siblings = 'complete' | 'short' | 'few' | 'partial' | 'rest';

/** Surroundings of a fault in a drawn body, which the specification leaves open (V17). */
export interface Surroundings {
  /** Of a fault that needs a complete body, only `short` excludes fields. */
  readonly siblings: Siblings;
  /** Item of a list that has the fault; the first one if no drawn body has a second. */
  readonly listPosition: 'first' | 'second';
  readonly language: DraftLanguage;
}

/** Kinds of surroundings. */
export type SurroundingName = keyof Surroundings;

/** Surroundings of the specification's own examples. */
export const PLAIN_SURROUNDINGS: Surroundings = {
  siblings: 'complete',
  listPosition: 'first',
  language: 'any',
};

const halfOf = (pointer: Pointer): Siblings =>
  subSeed(0, 'half', pointer) % 2 === 0 ? 'partial' : 'rest';

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The body without those optional values at these pointers that no rule needs and `keeps` allows to go. */
const withoutOptional = (
  body: FieldBody,
  complete: object,
  context: GeneratorContext,
  isDropped: (pointer: Pointer) => boolean,
  keeps: (candidate: object) => boolean = () => true,
): object =>
  bodyRows(body)
    .filter(({ presence, pointer }) => presence !== 'required' && isDropped(pointer))
    .flatMap(({ pointer }) => matchingPointers(complete, pointer))
    .filter((place) => isLeaf(valueAt(complete, place)))
    .reduce((current, place) => {
      const thinned = withoutValue(current, place);
      return brokenRulesOf(body, thinned, context).length === 0 && keeps(thinned)
        ? thinned
        : current;
    }, complete);

/** Phone and house numbers, on which no price depends. */
const isContactNumber = (pointer: Pointer): boolean =>
  /\/contact\/phone$|ddress\/number$/.test(pointer);

/** Optional fields of a draft behind other calls, which has to be priced. */
export type DraftContent = Extract<Siblings, 'complete' | 'short'>;

/** Fields beside a fault that only a price or a contract shows, so that its draft needs nearly all of them. */
export const siblingsForPrice = (siblings: Siblings): DraftContent =>
  siblings === 'complete' || siblings === 'partial' ? 'complete' : 'short';

/**
 * A complete body without what this content or these siblings exclude, as far as `keeps` allows; `few` excludes all optional
 * values.
 */
export const thinned = (
  {
    content,
    siblings = 'complete',
  }: { readonly content: DraftContent; readonly siblings?: Siblings },
  body: FieldBody,
  complete: object,
  context: GeneratorContext,
  keeps?: (candidate: object) => boolean,
): object =>
  content === 'complete' && siblings === 'complete'
    ? complete
    : withoutOptional(
        body,
        complete,
        context,
        (pointer) =>
          (content === 'short' && isContactNumber(pointer)) ||
          (siblings !== 'complete' && halfOf(pointer) !== siblings),
        keeps,
      );

const LANGUAGE = '/language';

const inLanguage = (body: FieldBody, drawn: object, language: DraftLanguage): object => {
  const line = lineOfDraft(body);
  const listed = line && languagesOf(line).find((each) => each.startsWith(language));
  return listed && valueAt(drawn, LANGUAGE) !== undefined
    ? withValue(drawn, LANGUAGE, listed)
    : drawn;
};

const sharedIn = memoizedByObject((context: GeneratorContext) =>
  memoized((body: FieldBody) =>
    memoized((siblings: Siblings) =>
      memoized((language: DraftLanguage) =>
        memoized((seed: number): DrawnBodies => {
          const drawn = sharedBodies(body, context, seed, siblings === 'few' ? 'any' : 'complete');
          return memoized((index) => {
            const whole = inLanguage(body, drawn(index), language);
            if (siblings === 'short') return thinned({ content: 'short' }, body, whole, context);
            // Few fields were drawn already.
            const rest = siblings === 'few' ? 'complete' : siblings;
            return thinned({ content: 'complete', siblings: rest }, body, whole, context);
          });
        }),
      ),
    ),
  ),
);

/** The bodies that a seed draws, in these surroundings; shared by all callers with this seed, as long as the context lives. */
export const bodiesIn = (
  { siblings, language }: Pick<Surroundings, 'siblings' | 'language'>,
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
): DrawnBodies => sharedIn(context)(body)(siblings)(language)(seed);

/** A complete draft of a line, apart from what this content excludes, in this language. */
export const draftWith = <L extends Line>(
  { content, language }: { readonly content: DraftContent; readonly language: DraftLanguage },
  line: L,
  context: GeneratorContext,
  seed: number,
): DraftOf<L> => {
  const complete = sample(completeDraft(line, context), seed);
  const drawn = thinned({ content }, `${line}-draft`, complete, context);
  return inLanguage(`${line}-draft`, drawn, language);
};
