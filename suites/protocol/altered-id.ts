const ALPHABETS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Another character of the same class, so that the id keeps its shape. */
const altered = (character: string, by: number): string => {
  const alphabet = ALPHABETS.find((each) => each.includes(character));
  if (!alphabet) return character;
  return alphabet[(alphabet.indexOf(character) + by) % alphabet.length] ?? character;
};

/** Many services count short ids up, so a changed digit may name another object. */
const SHORT_ID = 12;

/**
 * A text with this number of characters changed in its middle, each for another of its class, so that it keeps its shape;
 * undefined if it has fewer than eight letters and digits, or fewer than `count`. `variant` 1 and 2 differ.
 */
export const alteredInTheMiddle = (text: string, variant: 1 | 2, count = 4): string | undefined => {
  const characters = Array.from(text);
  const changeable = characters.flatMap((character, at) =>
    ALPHABETS.some((each) => each.includes(character)) ? [at] : [],
  );
  if (changeable.length < Math.max(count, 8)) return undefined;
  const start = Math.floor((changeable.length - count) / 2);
  const chosen = new Set(changeable.slice(start, start + count));
  return characters
    .map((each, at) => (chosen.has(at) ? altered(each, variant + 1) : each))
    .join('');
};

/**
 * An id that was never issued, derived from a real one (S11): four or more characters changed in its middle; a short one gets
 * many more digits. `variant` 1 and 2 differ.
 */
export const alteredId = (id: string, variant: 1 | 2): string => {
  const other = id.length < SHORT_ID ? undefined : alteredInTheMiddle(id, variant);
  return other ?? `${id}${variant === 1 ? '90817263544536' : '80716253637281'}`;
};
