import type { Call } from '../../client/http/client.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';

/** A legal variant of a call, which the service must accept. */
export interface Variant {
  readonly requirement: RequirementId;
  /** Part of the test's name and of the data's seed. */
  readonly name: string;
  readonly expected: string;
  readonly change: (legal: Call) => Call;
  /** True if the meaning of the call is unchanged, so that similar calls can be sent on the same objects. */
  readonly isSpelling?: true;
  /** Call to make if the variant was refused; only its acceptance is judged. Default: the plain call. */
  readonly control?: (legal: Call) => Call;
}

const spelling = (code: string): Variant => ({
  requirement: 'COUNTRY-01',
  name: `country-${code}`,
  expected: `${code} to be accepted like BE`,
  change: (legal) => ({ ...legal, country: code }),
  isSpelling: true,
});

const SPELLINGS = ['be', 'Be', 'bE'].map(spelling);

const NAME = VERSION_HEADER.toLowerCase();

const headerName = (name: string, spelt: string): Variant => ({
  requirement: 'VERSION-03',
  name: `version-header-${name}`,
  expected: `${spelt} to be accepted like ${VERSION_HEADER}`,
  change: (legal) => ({ ...legal, headerNames: { [NAME]: spelt } }),
  isSpelling: true,
});

const HEADER_NAMES = [headerName('small', NAME), headerName('capitals', NAME.toUpperCase())];

const EMPTY_DRAFT: Variant = {
  requirement: 'DRAFT-02',
  name: 'empty-draft',
  expected: 'an empty draft to be accepted',
  change: (legal) => ({ ...legal, body: {} }),
};

/** D7: the plain deletion, beside one without a body. */
const DELETIONS = (['TRAVEL-CAR-04', 'TRAVEL-METADATA-04'] as const).map(
  (requirement): Variant => ({
    requirement,
    name: 'delete-with-empty-object',
    expected: 'an empty object to be accepted',
    change: (legal) => legal,
    control: (legal) => ({ ...legal, rawBody: '' }),
  }),
);

/** Every legal variant. */
export const VARIANTS: readonly Variant[] = [
  ...SPELLINGS,
  ...HEADER_NAMES,
  EMPTY_DRAFT,
  ...DELETIONS,
];

/** Variants that one call can have at the same time: a spelling of the country, and one of a header's name. */
export type Pack = readonly [Variant, ...Variant[]];

/** Spellings in pairs, since an accepted call shows that both were accepted. */
export const packsOf = (variants: readonly Variant[]): readonly Pack[] => {
  const names = variants.filter(({ requirement }) => requirement === 'VERSION-03');
  const others = variants.filter(({ requirement }) => requirement !== 'VERSION-03');
  const packs = others.map((each): Pack => {
    const name = each.isSpelling ? names.shift() : undefined;
    return name ? [each, name] : [each];
  });
  return [...packs, ...names.map((each): Pack => [each])];
};

/** All variants of a pack as one. */
export const combined = ([first, ...others]: Pack): Variant =>
  others.reduce(
    (all, { name, expected, change }) => ({
      ...all,
      name: `${all.name}+${name}`,
      expected: `${all.expected}, and ${expected}`,
      change: (legal) => change(all.change(legal)),
    }),
    first,
  );
