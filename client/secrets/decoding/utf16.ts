import { SMALL } from './text-stretches.ts';
import { charactersIn, type Span, utf8Bytes, type View } from './view.ts';

/** High bytes of the alphabets: Latin has 0, Cyrillic 4, Arabic 6. */
const HIGHEST = 8;
/** High bytes of quotation marks, dashes, currencies and signs such as ™, which stand between letters. */
const MARKS = { from: 0x1e, to: 0x23 };
/** One high byte in so many comes by chance in bytes that are no text: of 256 values nine are those of alphabets. */
const NOISE = 8;
/** Three characters of such scripts: their high bytes stand at every other place. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const SIGN = /[\0-\x08][^][\0-\x08][^][\0-\x08]/;

/** Places in the source, of which each part is measured once. */
const placesIn = (text: string, start: number): ((decoded: Span) => Span) => {
  let seen = 0;
  let source = start;
  const sourceOf = (position: number): number => {
    source += 2 * charactersIn(text.slice(seen, position));
    seen = position;
    return source;
  };
  return ({ from, to }) => ({ from: sourceOf(from), to: sourceOf(to) });
};

const decoded = (layer: string, { from, to }: Span, isBigEndian: boolean): View => {
  const end = to - ((to - from) % 2);
  const bytes = Buffer.from(layer.slice(from, end), 'latin1');
  const text = utf8Bytes((isBigEndian ? bytes.swap16() : bytes).toString('utf16le'));
  return { text, locate: () => placesIn(text, from) };
};

/** Whether zeros or small numbers stand on both sides of a byte, as in tables and programs: neither is a letter with it. */
const isPadding = (layer: string, at: number): boolean =>
  layer.charCodeAt(at - 1) <= HIGHEST && layer.charCodeAt(at + 1) <= HIGHEST;

/** From the first of the high bytes at these places to the last, if there are enough of them; else each row of them. */
const stretchesAt = (layer: string, parity: number): readonly Span[] => {
  const rows: Span[] = [];
  let inAll = 0;
  let inRow = 0;
  const end = (at: number): void => {
    if (inRow >= 3) rows.push({ from: at - 2 * inRow, to: at });
    inRow = 0;
  };
  let at = parity;
  for (; at < layer.length; at += 2) {
    const byte = layer.charCodeAt(at);
    const isAlphabet = byte <= HIGHEST && !isPadding(layer, at);
    if (isAlphabet) inAll += 1;
    if (isAlphabet || (byte >= MARKS.from && byte < MARKS.to)) inRow += 1;
    else end(at);
  }
  end(at);
  const isText = layer.length <= SMALL || inAll * 2 * NOISE >= layer.length;
  return isText && rows.length > 0 ? [{ from: parity, to: layer.length }] : rows;
};

/** Bytes that look like UTF-16, in either order of bytes and from wherever it begins. */
export function* utf16Views(layer: string): Generator<View> {
  if (!SIGN.test(layer)) return;
  for (const parity of [0, 1])
    for (const { from, to } of stretchesAt(layer, parity)) {
      yield decoded(layer, { from, to: Math.min(to, layer.length) }, true);
      // The low byte of the first one lies before it.
      const first = from > 0 ? from - 1 : from + 1;
      yield decoded(layer, { from: first, to: Math.min(to, layer.length) }, false);
    }
}
