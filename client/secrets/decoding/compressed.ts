import { brotliDecompressSync, constants, inflateRawSync } from 'node:zlib';
import type { View } from './views.ts';

/** A text holds more encoded data than the search budget allows. */
export class SearchBudgetExceeded extends Error {}

/** Magic bytes of gzip (RFC 1952) without reserved flags, and of zlib (RFC 1950) with its two-byte check. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const BEGINNING = /\x1f\x8b\x08[\0-\x1f]|x[\x01\x5e\x9c\xda]/g;
/** Bytes inspected before it turns out that nothing can be decompressed. */
const INSPECTED_BYTES = 512;
/** Maximum number of decompressed bytes. */
const MOST = 32_000_000;

type Unpack = (bytes: Buffer, maxOutputLength: number) => Buffer;

// Truncated data is decompressed as far as possible.
const TRUNCATED_OK = { finishFlush: constants.Z_SYNC_FLUSH };
const inflateRaw: Unpack = (bytes, maxOutputLength) =>
  inflateRawSync(bytes, { ...TRUNCATED_OK, maxOutputLength });
const unbrotli: Unpack = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { maxOutputLength });

/** Compressed data of gzip, after a header with optional fields. */
const dataOfGzip = (bytes: Buffer): Buffer => {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return bytes.subarray(flags & 2 ? at + 2 : at);
};

const dataOfZlib = (bytes: Buffer): Buffer => bytes.subarray(2);

/** Maximum length and distance codes of a block (RFC 1951, 3.2.7), less those that every block has. */
const MOST_CODES = 29;

/** Tests if a deflate block may begin here (RFC 1951, 3.2.3): at most offsets none does. */
const isBlock = (bytes: Buffer): boolean => {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = bytes;
  const type = (first >> 1) & 3;
  if (type === 0) return (second ^ fourth) === 255 && (third ^ fifth) === 255;
  if (type === 2) return first >> 3 <= MOST_CODES && (second & 31) <= MOST_CODES;
  return type === 1;
};

/** Spends bytes of the search budget; returns the bytes left. */
export type SpendBudget = (bytes: number) => number;

/** Decompressed text; empty if the data is not in this format. */
const unpacked = (bytes: Buffer, unpack: Unpack, take: SpendBudget): string => {
  const room = Math.min(take(INSPECTED_BYTES), MOST);
  try {
    return unpack(bytes, room).toString('latin1');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new SearchBudgetExceeded();
    return '';
  }
};

/** Decompresses gzip and zlib data, found by their magic bytes; checksums are ignored. Throws SearchBudgetExceeded. */
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

/** Decompresses a whole body as Brotli or raw deflate, which have no magic bytes. Throws SearchBudgetExceeded. */
export function* bareViews(layer: string, take: SpendBudget): Generator<View> {
  const bytes = Buffer.from(layer, 'latin1');
  const unpackers = isBlock(bytes) ? [inflateRaw, unbrotli] : [unbrotli];
  for (const unpack of unpackers) {
    const text = unpacked(bytes, unpack, take);
    if (text !== '') yield { text, locate: () => () => ({ from: 0, to: layer.length }) };
  }
}
