import { b64decode, b64encode } from 'k6/encoding';
import type { PlannedCredential } from '../plan.ts';

/** Shorter parts of a credential are words such as Basic, and would be found in any text. */
const SHORTEST = 8;

const partsOf = (value: string): readonly string[] => {
  const [scheme = '', coded = ''] = value.split(' ');
  if (scheme.toLowerCase() !== 'basic') return [value, ...value.split(' ')];
  const pair = b64decode(coded, 'std', 's');
  return [coded, pair, pair.slice(pair.indexOf(':') + 1)];
};

/** The forms in which a service may say a text back, as they stand in JSON. */
const formsOf = (text: string): readonly string[] =>
  [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
    b64encode(text),
    b64encode(text, 'rawurl'),
  ].map((form) => JSON.stringify(form).slice(1, -1));

const valuesOf = ({ headers, query }: PlannedCredential): readonly string[] => [
  ...Object.values(headers).flatMap(partsOf),
  ...query
    .slice(1)
    .split('&')
    .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1))),
];

/** All that must stand in no log: every form of every part of a credential, the longest first. */
export const needlesOf = (credential: PlannedCredential): readonly string[] => {
  const values = valuesOf(credential).filter(({ length }) => length >= SHORTEST);
  return [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
};

/** A text without them. */
export const concealed = (text: string, needles: readonly string[]): string =>
  needles.reduce((shown, needle) => shown.split(needle).join('‹redacted credential›'), text);
