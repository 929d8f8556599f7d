import * as fc from 'fast-check';

/** The path of a replay is none that a run with these data could have told; whoever gave it is at fault. */
export class LeadsNowhere extends Error {
  override readonly name = 'LeadsNowhere';

  constructor(path: string, options?: ErrorOptions) {
    super(
      `--path: wanted the path of a failure of the run with this seed, got ${path}, which leads nowhere; copy the replay line of the failure as it is`,
      options,
    );
  }
}

/** What fast-check's path leads to from the one value that an arbitrary has; `told` is the whole path, for the error. Throws LeadsNowhere. */
export const valueAt = <T>(arbitrary: fc.Arbitrary<T>, path: string, told: string): T => {
  const sampled = (): readonly T[] => {
    try {
      return fc.sample(arbitrary, { seed: 0, path, numRuns: 1 });
    } catch (error) {
      throw new LeadsNowhere(told, { cause: error });
    }
  };
  const [value] = sampled();
  if (value === undefined) throw new LeadsNowhere(told);
  return value;
};
