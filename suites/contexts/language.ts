import type { DraftLanguage } from '../../generators/surroundings.ts';
import type { Dimension } from './dimension.ts';

const NAMES: Readonly<Record<DraftLanguage, string>> = {
  any: 'any language',
  nl: 'Dutch',
  fr: 'French',
  en: 'English',
};

/** Language of the draft: requirements hold in every one that is listed (V17). */
export const language: Dimension<DraftLanguage> = {
  name: 'language',
  rule: 'V17',
  plain: 'any',
  wheel: ['fr', 'nl', 'en'],
  condition: (value) => `the draft is in ${NAMES[value]}`,
};

/** Another language than this one. */
export const OTHER_LANGUAGE: Readonly<Record<DraftLanguage, DraftLanguage>> = {
  any: 'any',
  nl: 'fr',
  fr: 'en',
  en: 'nl',
};
