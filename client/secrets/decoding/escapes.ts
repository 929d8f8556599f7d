import { type Span, utf8Bytes, type View } from './views.ts';

/** Names of the characters from U+00A0 to U+00FF, in order (HTML, 13.5). */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names of the ASCII and typographic characters that servers escape, each with its character. */
const OTHERS =
  'amp & AMP & lt < LT < gt > GT > quot " QUOT " apos \' excl ! num # dollar $ percnt % lpar ( rpar ) ast * midast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ UnderBar _ grave ` DiacriticalGrave ` lcub { lbrace { verbar | vert | VerticalLine | rcub } rbrace } OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ lsaquo ‹ rsaquo › euro € trade ™';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ...Array.from(
    OTHERS.matchAll(/(\w+) (\S)/g),
    ([, name = '', character = '']) => [name, character] as const,
  ),
  ['Tab', '\t'],
  ['NewLine', '\n'],
]);

const LAST = 0x10ffff;

const numbered = (digits: string): string | undefined => {
  const point = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return point <= LAST ? String.fromCodePoint(point) : undefined;
};

/** Bytes of `&name;` or `&#number;`; the reference itself if it is none. */
const entityBytes = (reference: string): string => {
  const name = reference.slice(1, -1);
  const character = name.startsWith('#') ? numbered(name.slice(1)) : NAMED.get(name);
  return character === undefined ? reference : utf8Bytes(character);
};

/** A syntax that escapes single characters. */
interface Escape {
  /** Character that every escape contains; most texts lack it. */
  readonly sign: string;
  readonly pattern: RegExp;
  /** Decoded bytes of one escape. */
  readonly decode: (escape: string) => string;
}

const HEX = '[\\da-fA-F]';
/** `u` and the number of a character, or a surrogate pair; `mark` begins an escape. */
const numberedBy = (mark: string): string =>
  `u(?:[dD][89abAB]${HEX}{2}${mark}u[dD][c-fC-F]${HEX}{2}|${HEX}{4})`;

/** `\u00e9` and `%ud83d%ude00` as bytes. */
const unitsOf = (escape: string): string =>
  utf8Bytes(
    String.fromCharCode(
      ...escape
        .split('u')
        .slice(1)
        .map((digits) => Number.parseInt(digits, 16)),
    ),
  );

const byteOf = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

const PERCENT: Escape = {
  sign: '%',
  pattern: new RegExp(`%(?:${HEX}{2}|${numberedBy('%')})`, 'g'),
  decode: (escape) => (escape.length === 3 ? byteOf(escape.slice(1)) : unitsOf(escape)),
};

/** Form encoding, with a plus for a space. */
const FORM: Escape = {
  ...PERCENT,
  pattern: new RegExp(`${PERCENT.pattern.source}|\\+`, 'g'),
  decode: (escape) => (escape === '+' ? ' ' : PERCENT.decode(escape)),
};

const ENTITY: Escape = {
  sign: '&',
  pattern: /&(?:#(?:\d{1,7}|[xX][\da-fA-F]{1,6})|[a-zA-Z][a-zA-Z\d]{1,31});/g,
  decode: entityBytes,
};

const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Escapes of JSON and of other syntaxes with a backslash. */
const BACKSLASH: Escape = {
  sign: '\\',
  pattern: new RegExp(`\\\\(?:${numberedBy('\\\\')}|x${HEX}{2}|[^])`, 'g'),
  decode: (escape) => {
    if (escape.length >= 6) return unitsOf(escape);
    if (escape.length === 4) return byteOf(escape.slice(2));
    return CONTROLS[escape.charAt(1)] ?? escape.charAt(1);
  },
};

/** Quotes of CSV and SQL, which are doubled. */
const DOUBLED: readonly Escape[] = ['"', "'"].map((quote) => ({
  sign: quote + quote,
  pattern: new RegExp(quote + quote, 'g'),
  decode: () => quote,
}));

/** Line breaks in base64, as in PEM and MIME. */
const FOLDED: Escape = {
  sign: '\n',
  pattern: /\r?\n(?<=[\w+/-]{60}\r?\n)[ \t]*(?=[\w+/-])/g,
  decode: () => '',
};

const takeFrom = (escapes: Iterator<RegExpExecArray>): readonly RegExpExecArray[] => {
  const { value, done } = escapes.next();
  return done ? [] : [value];
};

/** Maps positions of the decoded text to its source; an escape is one position. */
const placesIn = (source: string, { pattern, decode }: Escape): ((decoded: Span) => Span) => {
  const escapes = source.matchAll(pattern);
  let [next] = takeFrom(escapes);
  // Difference in length up to the next escape.
  let longer = 0;
  const take = ([escape]: RegExpExecArray): RegExpExecArray | undefined => {
    longer += escape.length - decode(escape).length;
    [next] = takeFrom(escapes);
    return next;
  };
  return ({ from, to }) => {
    let start: number | undefined;
    for (let escape = next; escape; escape = take(escape)) {
      const at = escape.index - longer;
      const length = decode(escape[0]).length;
      if (at + length > from && start === undefined)
        start = at > from ? from + longer : escape.index;
      if (at >= to) break;
      if (at + length > to)
        return { from: start ?? from + longer, to: escape.index + escape[0].length };
    }
    return { from: start ?? from + longer, to: to + longer };
  };
};

const unescaped = (layer: string, escape: Escape): View => ({
  text: layer.replace(escape.pattern, (match) => escape.decode(match)),
  locate: () => placesIn(layer, escape),
});

const isIn = (layer: string, { sign, pattern }: Escape): boolean =>
  layer.includes(sign) && layer.search(pattern) >= 0;

/** Tests if base64 is folded into lines, each of which may be too short on its own. */
export const isFolded = (layer: string): boolean => isIn(layer, FOLDED);

/** Decodes the escapes of a text, once for each syntax. */
export function* unescapedViews(layer: string): Generator<View> {
  if (isIn(layer, PERCENT)) {
    yield unescaped(layer, PERCENT);
    if (layer.includes('+')) yield unescaped(layer, FORM);
  }
  if (isIn(layer, ENTITY)) yield unescaped(layer, ENTITY);
  if (isIn(layer, BACKSLASH)) yield unescaped(layer, BACKSLASH);
  for (const doubled of DOUBLED) if (isIn(layer, doubled)) yield unescaped(layer, doubled);
  if (isIn(layer, FOLDED)) yield unescaped(layer, FOLDED);
}
