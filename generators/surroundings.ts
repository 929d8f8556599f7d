import { languagesOf } from '../spec/enumerations.ts';
import type { Line } from '../spec/line.ts';
import { memoized, memoizedByObject } from '../spec/memoized.ts';
import { bodyRows, type FieldBody } from '../spec/requirements/field-bodies.ts';
import type { ResourceRow } from '../spec/resource-rows.ts';
import type { GeneratorContext } from './context.ts';
import { type DrawnBodies, sharedBodies } from './drawn-bodies.ts';
import { type Pointer, matchingPointers, valueAt, withoutValue, withValue } from './pointer.ts';
import { completeDraft, type DraftOf } from './draft.ts';
import { sample, subSeed } from './sample.ts';
import { brokenRulesOf, lineOfDraft } from './valid-body.ts';

/** Language of a draft without its region; `any`: as drawn. */
export type DraftLanguage = 'any' | 'nl' | 'fr' | 'en';

/**
 * Optional fields of a drawn draft: all that a contract could need (`complete`), those without phone, house numbers, title and
 * choice of paper (`short`), the field itself with some five others, mostly of its object (`few`), or one half of the fields inside
 * its objects (`partial`) or the other half (`rest`).
 */
export type Siblings = 'complete' | 'short' | 'few' | 'partial' | 'rest';

/** Item of a list that has a fault: the first one, whatever follows it, or one of at least two. */
export type ListPosition = 'first' | 'first-of-two' | 'second';

/** Surroundings of a fault in a drawn body, which the specification leaves open (V17). */
export interface Surroundings {
  /** Of a fault that needs a complete body, only `short` excludes fields. */
  readonly siblings: Siblings;
  /** Item of a list that has the fault; the first one, whatever follows it, if no drawn body has a second. */
  readonly listPosition: ListPosition;
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

/** The half of the fields that a field belongs to: another one with each seed, so that no two fields are always together. */
const halfOf = (pointer: Pointer, seed: number): Siblings =>
  subSeed(seed, 'half', pointer) % 2 === 0 ? 'partial' : 'rest';

const isContainer = ({ schema }: ResourceRow): boolean =>
  schema.type === 'object' || schema.type === 'array';

/** Objects without objects of their own. */
const innermostIn = memoized((body: FieldBody): readonly Pointer[] => {
  const objects = bodyRows(body).flatMap((row) => (isContainer(row) ? row.pointer : []));
  return objects.filter((one) => !objects.some((other) => other.startsWith(`${one}/`)));
});

/** True if a field is in the other half of a body. Of every second innermost object, one half has all fields and the other none. */
const isInOtherHalf = (
  body: FieldBody,
  row: ResourceRow,
  siblings: Siblings,
  seed: number,
): boolean => {
  const around = innermostIn(body).find((object) => `${row.pointer}/`.startsWith(`${object}/`));
  if (around !== undefined && subSeed(seed, 'object', around) % 2 === 0)
    return halfOf(around, seed) !== siblings;
  return !isContainer(row) && halfOf(row.pointer, seed) !== siblings;
};

/** The body without those optional values that no rule needs and `keeps` allows to go. */
const withoutOptional = (
  body: FieldBody,
  complete: object,
  context: GeneratorContext,
  isDropped: (row: ResourceRow) => boolean,
  keeps: (candidate: object) => boolean = () => true,
): object =>
  bodyRows(body)
    .filter((row) => row.presence === 'optional' && isDropped(row))
    .reduce(
      (rest, { pointer }) =>
        matchingPointers(rest, pointer).reduce((current, place) => {
          const thinner = withoutValue(current, place);
          return brokenRulesOf(body, thinner, context).length === 0 && keeps(thinner)
            ? thinner
            : current;
        }, rest),
      complete,
    );

/** Fields without which a draft can be priced and contracted: phone, house numbers, title and choice of paper. */
const isDispensable = (pointer: Pointer): boolean =>
  /\/contact\/phone$|ddress\/number$|\/title$|\/requestPaperCopy$/.test(pointer);

/** Optional fields of a draft behind other calls, which has to be priced. */
export type DraftContent = Extract<Siblings, 'complete' | 'short'>;

/** Fields beside a fault that only a price or a contract shows, so that its draft needs nearly all of them. */
export const siblingsForPrice = (siblings: Siblings): DraftContent =>
  siblings === 'complete' || siblings === 'partial' ? 'complete' : 'short';

/**
 * A complete body without what this content or these siblings exclude, as far as `keeps` allows; `few` excludes all optional
 * objects and values. `half`: seed of the halves.
 */
export const thinned = (
  {
    content,
    siblings = 'complete',
    half = 0,
  }: { readonly content: DraftContent; readonly siblings?: Siblings; readonly half?: number },
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
        (row) =>
          siblings === 'few' ||
          (content === 'short' && isDispensable(row.pointer)) ||
          (siblings !== 'complete' && isInOtherHalf(body, row, siblings, half)),
        keeps,
      );

/** A body without the optional values that another one lacks, as far as `keeps` allows. */
export const reducedTo = (
  other: object,
  body: FieldBody,
  complete: object,
  context: GeneratorContext,
  keeps: (candidate: object) => boolean,
): object => {
  const isLacking = ({ pointer }: ResourceRow): boolean =>
    matchingPointers(other, pointer).length === 0;
  return withoutOptional(body, complete, context, isLacking, keeps);
};

/** Pointer to the language of a draft. */
export const LANGUAGE = '/language';

/** The body in a language; unchanged if it has none, and for any language. */
export const inLanguage = (body: FieldBody, drawn: object, language: DraftLanguage): object => {
  const line = lineOfDraft(body);
  const listed =
    line && language !== 'any' && languagesOf(line).find((each) => each.startsWith(language));
  return listed && valueAt(drawn, LANGUAGE) !== undefined
    ? withValue(drawn, LANGUAGE, listed)
    : drawn;
};

const objectOf = (pointer: Pointer): Pointer => pointer.slice(0, pointer.lastIndexOf('/'));

/** Maximum number of fields in a group, that of the fault included. */
const MOST_FIELDS = 6;

/** Fields of a body in groups of few fields that are sent together; those of one object stay together if possible. */
const groupsIn = memoized((body: FieldBody): ReadonlyMap<Pointer, number> => {
  const rows = bodyRows(body);
  const groups = new Map<Pointer, number>();
  let [last, size] = [0, 0];
  const fields = rows.filter((row) => !isContainer(row)).map(({ pointer }) => pointer);
  for (const ofObject of Map.groupBy(fields, objectOf).values())
    for (let from = 0; from < ofObject.length; from += MOST_FIELDS) {
      const part = ofObject.slice(from, from + MOST_FIELDS);
      const isFull = size + part.length > MOST_FIELDS;
      [last, size] = isFull ? [last + 1, part.length] : [last, size + part.length];
      for (const pointer of part) groups.set(pointer, last);
    }
  // An object as a field is sent with the first of its own fields.
  for (const { pointer } of rows.filter(isContainer)) {
    const inside = fields.find((each) => each.startsWith(`${pointer}/`));
    groups.set(pointer, groups.get(inside ?? '') ?? 0);
  }
  return groups;
});

/** Number of the group of few fields that a field belongs to; undefined for the whole body. */
export const groupOf = (body: FieldBody, field: Pointer): number | undefined =>
  groupsIn(body).get(field);

/** A complete body without the optional values that are neither in a group of fields nor around it, nor its drawn language. */
const withFew = (
  body: FieldBody,
  complete: object,
  context: GeneratorContext,
  group: number,
  language: DraftLanguage,
): object => {
  const fields = [...groupsIn(body)].filter(([, each]) => each === group);
  const isKept = (pointer: Pointer): boolean =>
    (pointer === LANGUAGE && language !== 'any') ||
    fields.some(([each]) => `${each}/`.startsWith(`${pointer}/`));
  return withoutOptional(body, complete, context, ({ pointer }) => !isKept(pointer));
};

const sharedIn = memoizedByObject((context: GeneratorContext) =>
  memoized((body: FieldBody) =>
    memoized((siblings: Siblings) =>
      memoized((language: DraftLanguage) =>
        memoized((seed: number) =>
          memoized((group: number): DrawnBodies => {
            const drawn = sharedBodies(body, context, seed);
            return memoized((index) => {
              const whole = inLanguage(body, drawn(index), language);
              if (siblings === 'few') return withFew(body, whole, context, group, language);
              if (siblings === 'short') return thinned({ content: 'short' }, body, whole, context);
              return thinned({ content: 'complete', siblings, half: seed }, body, whole, context);
            });
          }),
        ),
      ),
    ),
  ),
);

const fieldDrawn = (body: FieldBody, seed: number): Pointer => {
  const rows = bodyRows(body);
  return rows[subSeed(seed, 'field') % rows.length]?.pointer ?? '';
};

/**
 * The bodies that a seed draws, in these surroundings; shared by all callers with this seed, as long as the context lives. Few
 * siblings are those of a field, by default a drawn one.
 */
export const bodiesIn = (
  { siblings, language }: Pick<Surroundings, 'siblings' | 'language'>,
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
  field = fieldDrawn(body, seed),
): DrawnBodies => {
  const group = siblings === 'few' ? groupOf(body, field) : undefined;
  return sharedIn(context)(body)(siblings)(language)(seed)(group ?? 0);
};

/** Kind of a policyholder; `any`: as drawn. */
export type Policyholder = 'any' | 'person' | 'company';

/** Number of further seeds to try for a policyholder: every second draft is of a person. */
const SEEDS = 60;

/**
 * A complete draft of a line, apart from what this content excludes, in this language, of this policyholder. Throws RangeError if
 * the line has none.
 */
export const draftWith = <L extends Line>(
  {
    content,
    language,
    policyholder,
  }: {
    readonly content: DraftContent;
    readonly language: DraftLanguage;
    readonly policyholder: Policyholder;
  },
  line: L,
  context: GeneratorContext,
  seed: number,
): DraftOf<L> => {
  const drafts = completeDraft(line, context);
  const seeds = [
    seed,
    ...Array.from({ length: SEEDS }, (_, nth) => subSeed(seed, 'policyholder', nth)),
  ];
  const isMeant = (draft: DraftOf<L>): boolean =>
    policyholder === 'any' || valueAt(draft, `/policyholder/${policyholder}`) !== undefined;
  const complete = seeds
    .values()
    .map((each) => sample(drafts, each))
    .find(isMeant);
  if (!complete) throw new RangeError(`no ${line} draft of a ${policyholder}`);
  const drawn = thinned({ content }, `${line}-draft`, complete, context);
  return inLanguage(`${line}-draft`, drawn, language);
};

const lastSlash = (pointer: Pointer): number => pointer.lastIndexOf('/');

/** Pointers of the optional fields that an object of the body, or one of the items of a list in it, lacks. */
export const absentFields = (name: FieldBody, body: object): readonly Pointer[] =>
  bodyRows(name)
    .filter(({ presence, pointer }) => {
      const at = lastSlash(pointer);
      const objects = at <= 0 ? [''] : matchingPointers(body, pointer.slice(0, at));
      return (
        presence === 'optional' &&
        objects.some((object) => valueAt(body, `${object}${pointer.slice(at)}`) === undefined)
      );
    })
    .map(({ pointer }) => pointer);
