/** Of each name so many values are kept: some, such as dates and addresses, are others in every answer. */
const KEPT = 50;

/**
 * Remembers what a header is shown as, since most headers are the same in every exchange. All is forgotten when `known`, the
 * number of values that are secret, changes: a new one may stand in any header.
 */
export const createHeaderMemory = (
  shown: (name: string, value: string) => string,
  known: () => number,
): ((name: string, value: string) => string) => {
  const memory = new Map<string, Map<string, string>>();
  let before = known();
  return (name, value) => {
    const own = memory.get(name) ?? new Map<string, string>();
    const remembered = before === known() ? own.get(value) : undefined;
    if (remembered !== undefined) return remembered;
    const text = shown(name, value);
    // What was just found may be new itself.
    if (before !== known()) {
      memory.clear();
      before = known();
      return text;
    }
    if (own.size < KEPT) memory.set(name, own.set(value, text));
    return text;
  };
};
