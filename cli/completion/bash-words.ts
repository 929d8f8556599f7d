/** Where bash takes a word apart: `--line=gap` comes as three words, `chance:4` too. */
const BREAK = /^[=:]+$/;

/**
 * The words of bash as they were written, and what of the last one bash does not hand over as its own word: candidates go
 * without it.
 */
export const bashWords = (
  words: readonly string[],
): { readonly words: readonly string[]; readonly left: string } => {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isBreak = BREAK.test(word);
    if ((isBreak || isOpen) && joined.length > 0) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    isOpen = isBreak;
  }
  const last = words.at(-1) ?? '';
  const own = BREAK.test(last) ? '' : last;
  const whole = joined.at(-1) ?? '';
  return { words: joined, left: whole.slice(0, whole.length - own.length) };
};
