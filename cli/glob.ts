/** Whether a text matches a glob of `*` and `?`, in any case; every other character, brackets included, stands for itself. */
export const matchesGlob = (glob: string, text: string): boolean => {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`, 'i').test(text);
};
