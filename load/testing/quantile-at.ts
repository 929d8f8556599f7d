/** A quantile of an ascending sample in k6's definition: linearly interpolated between the two neighbouring samples. */
export const quantileAt = (ascending: readonly number[], share: number): number => {
  const position = share * (ascending.length - 1);
  const before = Math.floor(position);
  const low = ascending[before] ?? 0;
  const high = ascending[before + 1] ?? low;
  return low + (position - before) * (high - low);
};
