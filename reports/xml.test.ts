import { expect, test } from 'vitest';
import { xmlElement, xmlText } from './xml.ts';

test('escapes characters with a meaning in XML', () => {
  expect(xmlText(`<a b="c">'&']]>`)).toBe('&lt;a b=&quot;c&quot;&gt;&apos;&amp;&apos;]]&gt;');
});

test.each([
  ['NUL', '\0', String.raw`\u0000`],
  ['an escape', '\u001b[2J', String.raw`\u001b[2J`],
  ['a C1 control', '\u0085', String.raw`\u0085`],
  ['half a surrogate pair', 'a\ud800b', String.raw`a\ud800b`],
  ['a noncharacter', '\uffff', String.raw`\uffff`],
  ['a noncharacter of another plane', '\u{1fffe}', String.raw`\u1fffe`],
])('shows %s, since XML cannot contain it', (_what, text, shown) => {
  expect(xmlText(text)).toBe(shown);
});

test('keeps letters, emoji and line breaks', () => {
  expect(xmlText('é 漢 😀\n\t')).toBe('é 漢 😀\n\t');
});

test('line breaks in attributes survive a parser', () => {
  expect(xmlElement('a', { b: 'x\ny\tz\r', c: undefined, d: 1 })).toBe(
    '<a b="x&#10;y&#9;z&#13;" d="1"/>',
  );
  expect(xmlElement('a', {}, '<b/>')).toBe('<a><b/></a>');
});
