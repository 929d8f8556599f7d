import type { Span, View } from './view.ts';

/** Without any of these bytes a layer is a text, in UTF-8 or in a legacy encoding. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f]/;
/** First bytes of the characters of UTF-8 that have more than one, and how many follow. */
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

/** Bytes of the character at a place: printable ASCII, a whole one of UTF-8, or a high byte of UTF-16; 0 if it is no text. */
const characterAt = (layer: string, at: number): number => {
  const byte = layer.charCodeAt(at);
  if (byte <= 0x0d || (byte >= 0x20 && byte <= 0x7e)) return 1;
  const lead = LEADS.find(({ first, last }) => byte >= first && byte <= last);
  return lead && isContinued(layer, at, lead.more) ? lead.more + 1 : 0;
};

/** Stretches of text, by a loop: the stack of a regular expression does not hold megabytes. */
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

/** One byte in so many is part of no text: fewer are control characters in a text. */
const NOISE = 16;
/** Bytes of a layer that costs little, whatever it is: all of it is looked at in every way. */
export const SMALL = 4096;

/**
 * Stretches of a layer in which something may be escaped: all of a text, and of other bytes, which any escape occurs in by chance,
 * the parts that are text and have `shortest` bytes at least.
 */
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
  return (layer.length - textual) * NOISE < layer.length ? whole : stretches;
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

/** Views of a stretch of a layer as views of the layer. */
export function* viewsAt(from: number, views: Iterable<View>): Generator<View> {
  for (const view of views) yield from === 0 ? view : moved(view, from);
}
