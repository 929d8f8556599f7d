const literally = (text: string): string => text.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * True if a text is one that the pattern means: `*` stands for any characters, `?` for one, everything else for itself
 * (brackets too, since ids contain them), capital and small letters alike.
 */
export const matchesGlob = (pattern: string, text: string): boolean => {
  const source = literally(pattern).replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
};
