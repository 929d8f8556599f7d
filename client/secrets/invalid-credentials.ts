/** Kinds of credentials that do not authenticate: altered in the middle, shortened, or lengthened. */
export const INVALID_CREDENTIALS = ['invalid', 'shortened', 'lengthened'] as const;
/** Kind of invalid credential. */
export type InvalidCredential = (typeof INVALID_CREDENTIALS)[number];

/** More than the final characters of an encoding that decode to the same bytes. */
const CUT = 4;
const ADDED = 'Zz19';
/** A shorter secret, once cut, may be a word of other texts that could not be kept out of the record. */
const SHORTEST_CUT = 20;

/** The secret made invalid; altered instead if it is too short to be cut. */
export const invalidated = (secret: string, form: InvalidCredential): string => {
  if (form === 'lengthened') return `${secret}${ADDED}`;
  return form === 'shortened' && secret.length >= SHORTEST_CUT
    ? secret.slice(0, -CUT)
    : alteredSecret(secret);
};

/** Secrets that invalid credentials reveal, and how bash derives each from the variable that holds the original. */
export const invalidSecrets = ({ name, value, shell }: Secret): readonly Secret[] => {
  const inShell = (own: string, what: string): string =>
    shell === undefined ? own : `${what} ${shell}`;
  const cut = value.length < SHORTEST_CUT ? [] : [invalidated(value, 'shortened')];
  return [
    {
      name,
      value: alteredSecret(value),
      shell: inShell(alteredInShell({ name, value }), 'altered'),
    },
    ...cut.map((short) => ({
      name,
      value: short,
      shell: inShell(`\${${name}%${'?'.repeat(CUT)}}`, 'shortened'),
    })),
    {
      name,
      value: invalidated(value, 'lengthened'),
      shell: inShell(`\${${name}}${ADDED}`, 'lengthened'),
    },
  ];
};

/** A secret value and the environment variable that holds it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** Bash expression of the value, with variables for secrets. Default: `$NAME`. */
  readonly shell?: string;
}

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
/** Maps each letter or digit to the next, as arguments of tr. */
const ROTATION = 'tr a-zA-Z0-9 b-zaB-ZA1-90';

const isPlain = (character: string): boolean =>
  CLASSES.some((letters) => letters.includes(character));

const another = (character: string): string => {
  const letters = CLASSES.find((candidates) => candidates.includes(character));
  if (letters === undefined) return character === '-' ? '_' : '-';
  return letters.charAt((letters.indexOf(character) + 1) % letters.length);
};

const CHANGED = 4;

/** Positions of the four letters or digits nearest to the middle; separators are kept, so that a token keeps its format. */
const middleOf = (secret: string): ReadonlySet<number> => {
  const middle = (secret.length - 1) / 2;
  const rank = (index: number) =>
    (isPlain(secret.charAt(index)) ? 0 : secret.length) + Math.abs(index - middle);
  const nearest = [...Array(secret.length).keys()].sort((a, b) => rank(a) - rank(b));
  return new Set(nearest.slice(0, CHANGED));
};

/** The secret with four characters altered in the middle, each within its class (S11, K3 explain why the middle). */
export const alteredSecret = (secret: string): string => {
  const places = middleOf(secret);
  return Array.from({ length: secret.length }, (_, index) =>
    places.has(index) ? another(secret.charAt(index)) : secret.charAt(index),
  ).join('');
};

/** The same in bash, derived from the variable, so that no part of the secret is written down. */
export const alteredInShell = ({ name, value }: Secret): string => {
  const places = middleOf(value);
  const kind = (index: number): 'kept' | 'rotated' | 'replaced' =>
    !places.has(index) ? 'kept' : isPlain(value.charAt(index)) ? 'rotated' : 'replaced';
  let shell = '';
  for (let from = 0, to = 0; from < value.length; from = to) {
    while (to < value.length && kind(to) === kind(from)) to += 1;
    const part = `\${${name}:${from}${to < value.length ? `:${to - from}` : ''}}`;
    if (kind(from) === 'kept') shell += part;
    else if (kind(from) === 'rotated') shell += `$(${ROTATION} <<<${part})`;
    else shell += Array.from(value.slice(from, to), another).join('');
  }
  return shell;
};
