import { seedMark } from '../../context.ts';
import { type Questions, COUNTRY_CODE, DATE, EMAIL, FREE_TEXT, inDrafts } from '../observation.ts';

const otherCase = (current: unknown): string => {
  const text = String(current);
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
};

/** One name a day, so that every service is asked with all of them over time. */
const SCRIPTS = ['Παπαδόπουλος', 'Шевченко', 'خليل', '佐藤'] as const;

const blanksAround = (current: unknown) => ` ${String(current)} `;

/** Questions about texts: blanks, letters, lengths, and near misses of a format (V1–V4, V7, V8). */
export const TEXT_QUESTIONS: Questions = {
  'empty-text': {
    question: 'is an empty text accepted?',
    rule: 'V1',
    at: { ...FREE_TEXT, car: '/plate' },
    odd: () => '',
  },
  'blanks-around-text': {
    question: 'are leading and trailing blanks in text accepted?',
    rule: 'V1',
    at: { ...FREE_TEXT, car: '/plate' },
    odd: blanksAround,
  },
  'blanks-around-listed-value': {
    question: 'are leading and trailing blanks around a listed value accepted?',
    rule: 'V1',
    at: inDrafts('/language'),
    odd: blanksAround,
  },
  'listed-value-in-other-case': {
    question: 'is a listed value accepted in upper or lower case?',
    rule: 'V1',
    at: { ...inDrafts('/terms/variant'), lead: '/transport', 'gap-lead': '/transport' },
    odd: otherCase,
  },
  'currency-in-lower-case': {
    question: 'is the currency "eur" accepted?',
    rule: 'V2',
    at: {
      'jobloss-draft': '/terms/claimLimit/currency',
      'landlord-draft': '/risk/insuredProperty/monthlyRent/currency',
      'gap-draft': '/risk/cascoFactors/deductible/currency',
    },
    odd: otherCase,
  },
  'country-of-nowhere': {
    question: 'is the country code ZZ, which no country has, accepted in an address?',
    rule: 'V3',
    at: COUNTRY_CODE,
    odd: () => 'ZZ',
  },
  'country-in-lower-case': {
    question: 'is the country code "be" accepted in an address?',
    rule: 'V3',
    at: COUNTRY_CODE,
    odd: () => 'be',
  },
  'country-abroad': {
    question: 'is an address in FR accepted?',
    rule: 'V3',
    at: COUNTRY_CODE,
    odd: () => 'FR',
  },
  'date-with-time': {
    question: 'is a date-time accepted as a date?',
    rule: 'V4',
    at: DATE,
    odd: (current) => `${String(current)}T00:00:00Z`,
  },
  'date-without-hyphens': {
    question: 'is a date in the form 19901231 accepted?',
    rule: 'V4',
    at: DATE,
    odd: (current) => String(current).replaceAll('-', ''),
  },
  'date-for-year': {
    question: 'is a date accepted as a year?',
    rule: 'V4',
    at: { 'gap-draft': '/risk/vehicle/firstRegistrationYear' },
    odd: (current) => `${String(current)}-01-01`,
  },
  'email-of-bare-host': {
    question: 'is an e-mail address without a dotted domain, such as a@b, accepted?',
    rule: 'V8',
    at: EMAIL,
    odd: () => 'a@b',
  },
  'email-with-quoted-local-part': {
    question: 'is an e-mail address with a quoted local part accepted?',
    rule: 'V8',
    at: EMAIL,
    odd: (_current, { mailDomain, mark = seedMark(0) }) => `"${mark} quoted"@${mailDomain}`,
  },
  'email-of-international-domain': {
    question: 'is an e-mail address with non-ASCII letters in its domain accepted?',
    rule: 'V8',
    at: EMAIL,
    odd: (_current, { mailDomain, mark = seedMark(0) }) => `${mark}@bücher.${mailDomain}`,
  },
  'vat-with-other-checksum': {
    question: 'is a VAT number with a wrong checksum accepted?',
    rule: 'V7',
    at: { 'landlord-draft': '/policyholder/company/vat' },
    odd: () => 'BE0123456700',
  },
  'vat-with-fewer-digits': {
    question: 'is a VAT number with 9 digits accepted?',
    rule: 'V7',
    at: { 'landlord-draft': '/policyholder/company/vat' },
    odd: () => 'BE123456749',
  },
  'other-script': {
    question: 'is a name in Greek, Cyrillic, Arabic or Japanese accepted?',
    rule: 'V17',
    at: inDrafts('/policyholder/person/lastName'),
    odd: (_current, { today }) => SCRIPTS[Number(today.slice(-2)) % SCRIPTS.length],
  },
  'long-text': {
    question: 'is a text of 1,000 characters accepted?',
    rule: 'V17',
    at: FREE_TEXT,
    odd: () => 'x'.repeat(1000),
  },
};
