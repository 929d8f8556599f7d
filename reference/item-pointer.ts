import { isObject } from './json.ts';

const stepsOf = (pointer: string): string[] => pointer.split('/').slice(1);

/** The values at a JSON pointer, in which `*` stands for all items of an array. */
export const valuesAt = (root: unknown, pointer: string): readonly unknown[] =>
  stepsOf(pointer).reduce<readonly unknown[]>(
    (found, step) =>
      found.flatMap((value) => {
        if (step === '*') return Array.isArray(value) ? (value as unknown[]) : [];
        return isObject(value) && value[step] !== undefined ? [value[step]] : [];
      }),
    [root],
  );

const changed = (
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown => {
  if (step === undefined) return change(value);
  if (step === '*')
    return Array.isArray(value) ? value.map((item: unknown) => changed(item, rest, change)) : value;
  if (!isObject(value) || value[step] === undefined) return value;
  return { ...value, [step]: changed(value[step], rest, change) };
};

/** A copy of a value with every value at such a pointer changed; undefined removes a field in JSON. */
export const changedAt = <T>(root: T, pointer: string, change: (value: unknown) => unknown): T =>
  changed(root, stepsOf(pointer), change) as T;

/** The pointer of a field's parent, and the field's own key. */
export const enclosing = (pointer: string): { readonly parent: string; readonly key: string } => {
  const end = pointer.lastIndexOf('/');
  return { parent: pointer.slice(0, end), key: pointer.slice(end + 1) };
};
