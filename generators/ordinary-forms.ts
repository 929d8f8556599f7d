// Ordinary texts that a narrow pattern refuses, by the name of their class (V8, V17).

/** A text for each class of a field. */
type Forms = Readonly<Record<string, string>>;

/** Domains of three forms that nobody can own, so that nothing is ever sent there (RFC 2606). */
export const RESERVED_DOMAINS = ['a-b.example', 'x.y.example', '3a.example'] as const;

const [HYPHEN, LEVELS, DIGIT] = RESERVED_DOMAINS;

/** E-mail addresses of a domain and of the letters that mark a run. */
export const EMAIL_FORMS: Readonly<Record<string, (domain: string, mark: string) => string>> = {
  'plus-sign': (domain, mark) => `${mark}+quote@${domain}`,
  dots: (domain, mark) => `${mark}.test.quote@${domain}`,
  hyphens: (domain, mark) => `${mark}-test-quote@${domain}`,
  digits: (domain, mark) => `2026${mark}07@${domain}`,
  subdomain: (domain, mark) => `${mark}@mail.${domain}`,
  'hyphen-in-domain': (_domain, mark) => `${mark}@${HYPHEN}`,
  'three-level-domain': (_domain, mark) => `${mark}@${LEVELS}`,
  'domain-with-digit': (_domain, mark) => `${mark}@${DIGIT}`,
};

/** A telephone number in the ways in which it is written in Belgium; all of them mean the same (D2). */
export const PHONES: Forms = {
  'with-blanks': '+32 470 12 34 56',
  'with-dots': '+32.470.12.34.56',
  'with-slash': '+32 470/12.34.56',
};

/** Birthdates of adults on 29 February, also of the century leap year. */
export const BIRTHDATES: Forms = { '29-february': '1980-02-29', '29-february-2000': '2000-02-29' };

/** First names. */
export const FIRST_NAMES: Forms = {
  'with-accents': 'Zoë-Éloïse',
  'with-hyphen': 'Anne-Marie',
  'with-blank': 'Jean Pierre',
  'with-apostrophe': "D'Arcy",
};

/** Last names. */
export const LAST_NAMES: Forms = {
  'with-accents': 'Zoë-Éloïse',
  'with-hyphen': 'Dupont-Peeters',
  'with-blanks': 'Van den Bossche',
  'with-apostrophe': "D'hondt",
  'of-two-letters': 'Ek',
};

/** Names of companies. */
export const COMPANY_NAMES: Forms = {
  'with-accents': 'Bäckerei Ünal',
  'with-ampersand': 'Peeters & Zonen',
  'with-dots': 'A.B.C. Verhuur',
  'with-digits': '4 Seasons',
};

/** House numbers. */
export const HOUSE_NUMBERS: Forms = {
  'with-letter': '12A',
  'with-box': '12 bus 3',
  'with-slash': '12/3',
};

/** Streets. */
export const STREETS: Forms = {
  'with-accents': 'Rue de la Régence',
  'with-apostrophe': "Rue de l'Eglise",
  'with-hyphen': 'Sint-Jansplein',
  'with-digits': 'Rue du 11 Novembre',
};

/** Cities, each with one of its zip codes. */
export const CITIES: Readonly<Record<string, { readonly city: string; readonly zip: string }>> = {
  'with-accents': { city: 'Liège', zip: '4000' },
  'with-apostrophe': { city: "'s-Gravenwezel", zip: '2970' },
  'with-hyphens': { city: 'La Roche-en-Ardenne', zip: '6980' },
};
