/** So many keep a test from being a long chain of calls; more would make the other tests wait. */
const AT_ONCE = 4;

/**
 * Does the work of all items, a few at once and begun in their order; what came of each, in that order. `earlier` comes true when
 * all items before have ended, however they did: what is written then stands in the order of the items, whoever was quicker.
 * Throws what one throws, once nothing is under way any more.
 */
export const sideBySide = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, earlier: Promise<unknown>) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const results: (readonly Result[])[] = [];
  const begun: Promise<unknown>[] = [];
  const lost: unknown[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (lost.length > 0) return;
      const own = work(item, Promise.allSettled(begun.slice()));
      begun.push(own);
      try {
        results[at] = await own;
      } catch (error) {
        lost.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (lost.length > 0) throw lost[0];
  return results.flat();
};
