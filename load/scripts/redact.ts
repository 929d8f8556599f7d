import { b64decode, b64encode } from 'k6/encoding';
import type { PlannedCredential } from '../plan.ts';

/** Minimum length: shorter parts of a credential are words such as Basic, which occur in any text. */
const SHORTEST = 8;

const partsOf = (value: string): readonly string[] => {
  const [scheme = '', coded = ''] = value.split(' ');
  if (scheme.toLowerCase() !== 'basic') return [value, ...value.split(' ')];
  const pair = b64decode(coded, 'std', 's');
  return [coded, pair, pair.slice(pair.indexOf(':') + 1)];
};

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const percent = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${hex(each.charCodeAt(0), 2).toUpperCase()}`,
  );
const hexOf = (text: string): string =>
  encodeURIComponent(text).replace(/%(..)|([^%])/g, (_, byte: string | undefined, plain: string) =>
    byte === undefined ? hex(plain.charCodeAt(0), 2) : byte.toLowerCase(),
  );

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '+': '&plus;',
  '/': '&sol;',
};
const html = (text: string): string => text.replace(/[&<>"'+/]/g, (each) => NAMES[each] ?? each);

/**
 * The parts of a base64 text that do not depend on its surroundings, for each of the three alignments to a group of
 * three bytes.
 */
const base64Cores = (text: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = before + hexOf(text).length / 2;
    const from = before === 0 ? 0 : before + 1;
    return (['std', 'url'] as const).map((kind) =>
      b64encode('x'.repeat(before) + text, kind).slice(from, Math.floor((bytes * 8) / 6)),
    );
  });

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The encodings in which a service may echo a text, as they occur in JSON, or in JSON in JSON; some of them applied twice. */
const formsOf = (text: string): readonly string[] =>
  [
    text,
    inJson(text),
    text.replace(/[^\w .]/g, (each) => `\\u${hex(each.charCodeAt(0), 4)}`),
    text.replace(/\//g, '\\/'),
    ...[encodeURIComponent(text), percent(text), percent(percent(text))].flatMap((each) => [
      each,
      each.replace(/%../g, (escape) => escape.toLowerCase()),
      each.replace(/%20/g, '+'),
    ]),
    html(text),
    html(html(text)),
    text.replace(/\W/g, (each) => `&#${each.charCodeAt(0)};`),
    text.replace(/[^]/g, (each) => `&#x${hex(each.charCodeAt(0), 1)};`),
    ...base64Cores(text),
    ...base64Cores(b64encode(text)),
    ...[hexOf(text), hexOf(hexOf(text))].flatMap((each) => [each, each.toUpperCase()]),
  ].flatMap((form) => [inJson(form), inJson(inJson(form))]);

const valuesOf = ({ headers, query }: PlannedCredential): readonly string[] => [
  ...Object.values(headers).flatMap(partsOf),
  ...query
    .slice(1)
    .split('&')
    .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1))),
];

/** All texts that must not occur in a log: every encoding of every part of a credential, the longest first. */
export const secretForms = (credential: PlannedCredential): readonly string[] => {
  const values = valuesOf(credential).filter(({ length }) => length >= SHORTEST);
  return [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
};

/** Redacts a text. */
export const redacted = (text: string, needles: readonly string[]): string =>
  needles.reduce((shown, needle) => shown.split(needle).join('‹redacted credential›'), text);
