/** Characters that XML 1.0 allows (section 2.2, Char), without the control characters that it discourages. */
const isAllowed = (point: number): boolean =>
  point === 0x9 ||
  point === 0xa ||
  point === 0xd ||
  (point >= 0x20 && point <= 0x7e) ||
  (point >= 0xa0 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x1_00_00 && (point & 0xff_ff) < 0xff_fe);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** All but the plain ASCII characters of which most texts consist. */
const SPECIAL = /[^\n\t !#-%(-;=?-~]/gu;

/** Escapes any text as XML character data; characters that XML cannot hold, such as NUL, become `\u0000`. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(SPECIAL, (character) => {
      const point = character.codePointAt(0) ?? 0;
      if (isAllowed(point)) return ENTITIES[character] ?? character;
      return String.raw`\u` + point.toString(16).padStart(4, '0');
    })
    // A parser would turn it into a line feed.
    .replaceAll('\r', '&#13;');

const attribute = (text: string): string =>
  xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

/** One element; undefined attributes are left out. `content` is XML already. */
export const xmlElement = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string => {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attribute(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${given}/>` : `<${name}${given}>${content}</${name}>`;
};
