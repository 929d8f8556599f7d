/** Decodes the block format of Snappy, in which metrics are written to Prometheus. */
export const decompressSnappy = (bytes: Buffer): Buffer => {
  const out: number[] = [];
  let at = 0;
  while ((bytes[at++] ?? 0) > 127);
  const little = (count: number): number => {
    const value = bytes.readUIntLE(at, count);
    at += count;
    return value;
  };
  const copy = (length: number, back: number): void => {
    for (let index = 0; index < length; index += 1) out.push(out[out.length - back] ?? 0);
  };
  while (at < bytes.length) {
    const tag = little(1);
    const rest = tag >> 2;
    if ((tag & 3) === 0) {
      const length = (rest < 60 ? rest : little(rest - 59)) + 1;
      out.push(...bytes.subarray(at, at + length));
      at += length;
    } else if ((tag & 3) === 1) copy((rest & 7) + 4, ((tag >> 5) << 8) | little(1));
    else copy(rest + 1, little((tag & 3) === 2 ? 2 : 4));
  }
  return Buffer.from(out);
};
