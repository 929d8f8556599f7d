import { jsonIn } from '../../spec/json-text.ts';

/** A line of a pretty-printed body, with the JSON pointer of the value that it shows; undefined for other texts. */
export interface BodyLine {
  readonly text: string;
  readonly pointer?: string;
}

/** A longer or more deeply nested body is not pretty-printed. */
const PRETTY_LIMITS = { length: 20_000, depth: 50 } as const;

const isDeep = (text: string): boolean => {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    if (depth > PRETTY_LIMITS.depth) return true;
  }
  return false;
};

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** Value of a body in JSON; undefined for other texts, and if parsing would change it: 1.0, large numbers, duplicate keys. */
export const parsedBody = (text: string): unknown => {
  if (text.length > PRETTY_LIMITS.length || isDeep(text)) return undefined;
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  return withoutBlanks(JSON.stringify(value)) === withoutBlanks(text) ? value : undefined;
};

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

const linesOf = (value: unknown, pointer: string, indent: string, head: string): BodyLine[] => {
  if (!isParent(value) || Object.keys(value).length === 0)
    return [{ text: indent + head + JSON.stringify(value), pointer }];
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const inner = entries.flatMap(([key, each], at) => {
    const own = linesOf(
      each,
      `${pointer}/${escaped(key)}`,
      `${indent}  `,
      isList ? '' : `${JSON.stringify(key)}: `,
    );
    const last = own.at(-1);
    if (last && at < entries.length - 1) own[own.length - 1] = { ...last, text: `${last.text},` };
    return own;
  });
  const [open, close] = isList ? '[]' : '{}';
  return [
    { text: indent + head + open, pointer },
    ...inner,
    { text: `${indent}${close}`, pointer },
  ];
};

/** Lines of a body, pretty-printed if it is JSON. */
export const bodyLines = (text: string): readonly BodyLine[] => {
  const value = parsedBody(text);
  return value === undefined
    ? text.split('\n').map((line) => ({ text: line }))
    : linesOf(value, '', '', '');
};

/** Tests if a pointer is that of a value or of a part of it. */
export const isWithin = (pointer: string, whole: string): boolean =>
  pointer === whole || pointer.startsWith(`${whole}/`);

/** Value at a JSON pointer; undefined if there is none. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (isParent(at) && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      value,
    );

/** Pointers of the values in which two JSON values differ, each as deep as it goes; a value that one lacks is one of them. */
export const differences = (one: unknown, other: unknown, pointer = ''): readonly string[] => {
  if (!isParent(one) || !isParent(other) || Array.isArray(one) !== Array.isArray(other))
    return Object.is(one, other) ? [] : [pointer];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    differences(Reflect.get(one, key), Reflect.get(other, key), `${pointer}/${escaped(key)}`),
  );
};
