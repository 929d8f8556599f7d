import { charactersIn, type Span, utf8Bytes, type View } from './view.ts';

/** High bytes of the alphabets: Latin has 0, Cyrillic 4, Arabic 6. */
const HIGHEST = 8;
/** Three characters of such scripts: their high bytes stand at every other place. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const SIGN = /[\0-\x08][^][\0-\x08][^][\0-\x08]/;

const hasHighBytesAt = (layer: string, parity: number): boolean => {
  let inRow = 0;
  for (let at = parity; at < layer.length && inRow < 3; at += 2)
    inRow = layer.charCodeAt(at) <= HIGHEST ? inRow + 1 : 0;
  return inRow === 3;
};

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

const decoded = (layer: string, start: number, isBigEndian: boolean): View => {
  const end = layer.length - ((layer.length - start) % 2);
  const bytes = Buffer.from(layer.slice(start, end), 'latin1');
  const text = utf8Bytes((isBigEndian ? bytes.swap16() : bytes).toString('utf16le'));
  return { text, locate: () => placesIn(text, start) };
};

/** Bytes that look like UTF-16, in either order of bytes and from wherever it begins. */
export function* utf16Views(layer: string): Generator<View> {
  if (!SIGN.test(layer)) return;
  for (const parity of [0, 1]) {
    if (!hasHighBytesAt(layer, parity)) continue;
    yield decoded(layer, parity, true);
    yield decoded(layer, 1 - parity, false);
  }
}
