import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from 'node:zlib';
import type { View } from './view.ts';

/** More is in a text than may be looked at. */
export class TooMuch extends Error {}

/** What gzip (RFC 1952) and zlib (RFC 1950) begin with; of the latter a check in two bytes. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const BEGINNING = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;
/** Bytes that are looked at before it shows that there is nothing to unpack. */
const LOOKED_AT = 512;
/** Bytes that are unpacked at most. */
const MOST = 32_000_000;

type Unpack = (bytes: Buffer, maxOutputLength: number) => Buffer;

// What was cut off is unpacked as far as it goes.
const AS_FAR = { finishFlush: constants.Z_SYNC_FLUSH };
const inflate: Unpack = (bytes, maxOutputLength) =>
  inflateSync(bytes, { ...AS_FAR, maxOutputLength });
const inflateRaw: Unpack = (bytes, maxOutputLength) =>
  inflateRawSync(bytes, { ...AS_FAR, maxOutputLength });
const unbrotli: Unpack = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { maxOutputLength });

/** Where the data of gzip begin, behind a header with a few optional fields. */
const dataOfGzip = (bytes: Buffer): Buffer => {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return bytes.subarray(flags & 2 ? at + 2 : at);
};

/** Unlike Node's own, it bears other bytes behind the data. */
const gunzip: Unpack = (bytes, room) => inflateRaw(dataOfGzip(bytes), room);

/** Takes so many bytes of what may be looked at; returns how many are left. */
export type Take = (bytes: number) => number;

const unpacked = (layer: Buffer, from: number, unpack: Unpack, take: Take): View | undefined => {
  const room = Math.min(take(LOOKED_AT), MOST);
  try {
    const text = unpack(layer.subarray(from), room).toString('latin1');
    return text === '' ? undefined : { text, locate: () => () => ({ from, to: layer.length }) };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuch();
    return undefined;
  }
};

/** What gzip or zlib has compressed, by its first bytes. Throws TooMuch. */
export function* unpackedViews(layer: string, take: Take): Generator<View> {
  let bytes: Buffer | undefined;
  for (const { index, 0: beginning } of layer.matchAll(BEGINNING)) {
    bytes ??= Buffer.from(layer, 'latin1');
    const view = unpacked(bytes, index, beginning.startsWith('x') ? inflate : gunzip, take);
    if (view) yield view;
  }
}

/** A whole body as Brotli or bare deflate would have it, which begin with no sign. Throws TooMuch. */
export function* bareViews(layer: string, take: Take): Generator<View> {
  const bytes = Buffer.from(layer, 'latin1');
  for (const unpack of [inflateRaw, unbrotli]) {
    const view = unpacked(bytes, 0, unpack, take);
    if (view) yield view;
  }
}
