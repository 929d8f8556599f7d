/** A queue: what is asked of it is done one after the other, in the order in which it was asked. */
export const queueOf = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // What fails is the business of whoever asked for it.
    last = result.catch(() => undefined);
    return result;
  };
};
