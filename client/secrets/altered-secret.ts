import type { Secret } from '../target.ts';

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
/** The next letter or digit, in the words of tr. */
const ROTATION = 'tr a-zA-Z0-9 b-zaB-ZA1-90';

const isPlain = (character: string): boolean =>
  CLASSES.some((letters) => letters.includes(character));

const another = (character: string): string => {
  const letters = CLASSES.find((candidates) => candidates.includes(character));
  if (letters === undefined) return character === '-' ? '_' : '-';
  return letters.charAt((letters.indexOf(character) + 1) % letters.length);
};

const CHANGED = 4;

/** Where the four letters or digits nearest to the middle are; separators stay, so that a token keeps its form. */
const middleOf = (secret: string): ReadonlySet<number> => {
  const middle = (secret.length - 1) / 2;
  const rank = (index: number) =>
    (isPlain(secret.charAt(index)) ? 0 : secret.length) + Math.abs(index - middle);
  const nearest = [...Array(secret.length).keys()].sort((a, b) => rank(a) - rank(b));
  return new Set(nearest.slice(0, CHANGED));
};

/** The secret with four characters changed in its middle, each to another of its class (S11, K3 tell why the middle). */
export const altered = (secret: string): string => {
  const places = middleOf(secret);
  return Array.from({ length: secret.length }, (_, index) =>
    places.has(index) ? another(secret.charAt(index)) : secret.charAt(index),
  ).join('');
};

/** The same in bash, from the variable that holds the secret, so that nothing of it is written down. */
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
