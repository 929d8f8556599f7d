import { charactersIn, type Span, utf8Bytes, type View } from './views.ts';

/** Without any of these bytes a layer is text, in UTF-8 or a legacy encoding. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f]/;
/** Lead bytes of multi-byte UTF-8 characters, and the number of bytes that follow. */
const LEADS = [
  { first: 0xc2, last: 0xdf, more: 1 },
  { first: 0xe0, last: 0xef, more: 2 },
  { first: 0xf0, last: 0xf4, more: 3 },
] as const;

const isContinued = (layer: string, at: number, more: number): boolean => {
  for (let next = at + 1; next <= at + more; next += 1)
    if ((layer.charCodeAt(next) & 0xc0) !== 0x80 || layer.charCodeAt(next) > 0xff) return false;
  return true;
};

/**
 * Length in bytes of the character at an offset: printable ASCII, complete UTF-8, or a high byte of UTF-16; 0 if it is not
 * text.
 */
const characterAt = (layer: string, at: number): number => {
  const byte = layer.charCodeAt(at);
  if (byte <= 0x0d || (byte >= 0x20 && byte <= 0x7e)) return 1;
  const lead = LEADS.find(({ first, last }) => byte >= first && byte <= last);
  return lead && isContinued(layer, at, lead.more) ? lead.more + 1 : 0;
};

/** Yields stretches of text. Iterative: a regular expression overflows the stack on megabytes. */
function* stretchesIn(layer: string): Generator<Span> {
  let from = 0;
  for (let at = 0; at < layer.length;) {
    const length = characterAt(layer, at);
    if (length === 0 && at > from) yield { from, to: at };
    at += length || 1;
    if (length === 0) from = at;
  }
  if (from < layer.length) yield { from, to: layer.length };
}

/** One non-text byte in this many is binary data; fewer are control characters in a text. */
const CONTROLS = 16;
/** Bytes of a layer that is cheap enough to be searched in every way. */
const SMALL = 4096;

/** Stretches that may contain escapes: all of a text, and the textual parts of binary data. */
export const textStretches = (layer: string, shortest: number): readonly Span[] => {
  const whole = [{ from: 0, to: layer.length }];
  if (layer.length <= SMALL || !NO_TEXT.test(layer)) return whole;
  const stretches: Span[] = [];
  let textual = 0;
  for (const stretch of stretchesIn(layer)) {
    const length = stretch.to - stretch.from;
    textual += length;
    if (length >= shortest) stretches.push(stretch);
  }
  return (layer.length - textual) * CONTROLS < layer.length ? whole : stretches;
};

const moved = (view: View, by: number): View => ({
  ...view,
  locate: () => {
    const locate = view.locate();
    return (decoded) => {
      const { from, to } = locate(decoded);
      return { from: from + by, to: to + by };
    };
  },
});

/** Shifts views of a stretch to positions in the whole layer. */
export function* viewsAt(from: number, views: Iterable<View>): Generator<View> {
  for (const view of views) yield from === 0 ? view : moved(view, from);
}

/** High bytes of alphabets: Latin has 0, Cyrillic 4, Arabic 6. */
const HIGHEST = 8;
/** High bytes of quotation marks, dashes, currencies and signs such as ™, which occur between letters. */
const MARKS = { from: 0x1e, to: 0x23 };
/** One high byte in this many is chance in binary data: nine of 256 values are high bytes of alphabets. */
const NOISE = 8;
/** Three characters of such scripts: a high byte at every other position. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const SIGN = /[\0-\x08][^][\0-\x08][^][\0-\x08]/;

/** Maps positions to the source; each part is measured once. */
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

/** Tests if a byte is surrounded by zeros or small numbers, as in binary tables: it forms a letter with neither. */
const isPadding = (layer: string, at: number): boolean =>
  layer.charCodeAt(at - 1) <= HIGHEST && layer.charCodeAt(at + 1) <= HIGHEST;

/** From the first to the last high byte at these positions, if there are enough; otherwise each row of them. */
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
    // A text that was encoded so more than once has padding, too; in a short layer that is tried as well.
    const isAlphabet = byte <= HIGHEST && (layer.length <= SMALL || !isPadding(layer, at));
    if (isAlphabet) inAll += 1;
    if (isAlphabet || (byte >= MARKS.from && byte < MARKS.to)) inRow += 1;
    else end(at);
  }
  end(at);
  const isText = layer.length <= SMALL || inAll * 2 * NOISE >= layer.length;
  return isText && rows.length > 0 ? [{ from: parity, to: layer.length }] : rows;
};

/** Decodes bytes that look like UTF-16, in either byte order and at any offset. */
export function* utf16Views(layer: string): Generator<View> {
  if (!SIGN.test(layer)) return;
  for (const parity of [0, 1])
    for (const { from, to } of stretchesAt(layer, parity)) {
      yield decoded(layer, { from, to: Math.min(to, layer.length) }, true);
      // The low byte of the first one precedes it.
      const first = from > 0 ? from - 1 : from + 1;
      yield decoded(layer, { from: first, to: Math.min(to, layer.length) }, false);
    }
}
