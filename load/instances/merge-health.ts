import type { HealthSample } from '../measuring/health.ts';

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * The samples of several processes on one machine, second by second: CPU and memory are those of all of them, everything else
 * is of the machine and was seen by each.
 */
export const mergeHealth = (
  watched: readonly (readonly HealthSample[])[],
): readonly HealthSample[] => {
  const [first = [], ...others] = watched;
  if (others.length === 0) return first;
  return first.map((sample, index) => {
    const all = watched.flatMap((samples) => samples[index] ?? []);
    return {
      ...sample,
      cpu: sumOf(all.map(({ cpu }) => cpu)),
      memory: sumOf(all.map(({ memory }) => memory)),
    };
  });
};
