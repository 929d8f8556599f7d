import { gunzipSync } from 'node:zlib';

/** Packed data of a page by name; empty for a page without any. */
export const packedDataOf = (html: string): ReadonlyMap<string, string> => {
  const [, packed] = /const PACKED = '([^']*)'/.exec(html) ?? [];
  if (packed === undefined) return new Map();
  const bytes = gunzipSync(Buffer.from(packed, 'base64'));
  let at = bytes.indexOf(10) + 1;
  const lengths = JSON.parse(bytes.toString('utf8', 0, at)) as [name: string, length: number][];
  return new Map(
    lengths.map(([name, length]) => {
      const content = bytes.toString('utf8', at, at + length);
      at += length;
      return [name, content];
    }),
  );
};
