/** A queue: it does its tasks one after the other, in their order. */
export const queueOf = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // What fails is the business of whoever asked for it.
    last = result.catch(() => undefined);
    return result;
  };
};
