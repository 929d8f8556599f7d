const literally = (text: string): string => text.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * True if a text matches the pattern: `*` matches any characters, `?` one, everything else itself (also brackets,
 * since ids contain them). Ignores case.
 */
export const matchesGlob = (pattern: string, text: string): boolean => {
  const source = literally(pattern).replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
};
