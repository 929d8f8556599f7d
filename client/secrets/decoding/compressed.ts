import { brotliDecompressSync, constants, inflateRawSync } from 'node:zlib';
import type { View } from './views.ts';

/** More is in a text than may be looked at. */
export class SearchBudgetExceeded extends Error {}

/** What gzip (RFC 1952) and zlib (RFC 1950) begin with: of the former without reserved flags, of the latter a check in two bytes. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const BEGINNING = /\x1f\x8b\x08[\0-\x1f]|x[\x01\x5e\x9c\xda]/g;
/** Bytes that are looked at before it shows that there is nothing to unpack. */
const LOOKED_AT = 512;
/** Bytes that are unpacked at most. */
const MOST = 32_000_000;

type Unpack = (bytes: Buffer, maxOutputLength: number) => Buffer;

// What was cut off is unpacked as far as it goes.
const AS_FAR = { finishFlush: constants.Z_SYNC_FLUSH };
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

const dataOfZlib = (bytes: Buffer): Buffer => bytes.subarray(2);

/** Codes of lengths and of distances that a block may declare (RFC 1951, 3.2.7), less those that every block has. */
const MOST_CODES = 29;

/** Whether a block of deflate may begin here (RFC 1951, 3.2.3): most bytes at which one is looked for are none. */
const isBlock = (bytes: Buffer): boolean => {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = bytes;
  const type = (first >> 1) & 3;
  if (type === 0) return (second ^ fourth) === 255 && (third ^ fifth) === 255;
  if (type === 2) return first >> 3 <= MOST_CODES && (second & 31) <= MOST_CODES;
  return type === 1;
};

/** Takes so many bytes of what may be looked at; returns how many are left. */
export type SpendBudget = (bytes: number) => number;

/** What it unpacks to; empty if it is nothing of that kind. */
const unpacked = (bytes: Buffer, unpack: Unpack, take: SpendBudget): string => {
  const room = Math.min(take(LOOKED_AT), MOST);
  try {
    return unpack(bytes, room).toString('latin1');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new SearchBudgetExceeded();
    return '';
  }
};

/** The content of what gzip or zlib has compressed, by its first bytes; checksums are passed over. Throws TooMuch. */
export function* unpackedViews(layer: string, take: SpendBudget): Generator<View> {
  let bytes: Buffer | undefined;
  for (const { index, 0: beginning } of layer.matchAll(BEGINNING)) {
    bytes ??= Buffer.from(layer, 'latin1');
    const from = bytes.subarray(index);
    const data = beginning.startsWith('x') ? dataOfZlib(from) : dataOfGzip(from);
    const text = isBlock(data) ? unpacked(data, inflateRaw, take) : '';
    if (text !== '') yield { text, locate: () => () => ({ from: index, to: layer.length }) };
  }
}

/** A whole body as Brotli or bare deflate would have it, which begin with no sign. Throws TooMuch. */
export function* bareViews(layer: string, take: SpendBudget): Generator<View> {
  const bytes = Buffer.from(layer, 'latin1');
  const unpackers = isBlock(bytes) ? [inflateRaw, unbrotli] : [unbrotli];
  for (const unpack of unpackers) {
    const text = unpacked(bytes, unpack, take);
    if (text !== '') yield { text, locate: () => () => ({ from: 0, to: layer.length }) };
  }
}
