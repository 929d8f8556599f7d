import type { Span, View } from './view.ts';

/** Without any of these bytes a layer is a text, in UTF-8 or in a legacy encoding. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f]/;
/** Printable ASCII and whole characters of UTF-8, also with the high bytes of UTF-16 between them. */
const STRETCH =
  // oxlint-disable-next-line no-control-regex -- bytes are looked for
  /(?:[\0-\r\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+/g;
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
  for (const { index, 0: stretch } of layer.matchAll(STRETCH)) {
    textual += stretch.length;
    if (stretch.length >= shortest) stretches.push({ from: index, to: index + stretch.length });
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
