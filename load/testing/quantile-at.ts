/** A share of an ascending sample as k6 takes it: on the line between the two samples around it. */
export const quantileAt = (ascending: readonly number[], share: number): number => {
  const position = share * (ascending.length - 1);
  const before = Math.floor(position);
  const low = ascending[before] ?? 0;
  const high = ascending[before + 1] ?? low;
  return low + (position - before) * (high - low);
};
