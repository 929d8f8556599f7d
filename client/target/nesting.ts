import type { TargetPath } from './target-path.ts';

/** Levels of lists and objects in each other; a body of the service has six. */
export const DEEPEST = 50;

/** The path at which a value is deeper than allowed, as is one that holds itself; undefined where it is not. */
export const tooDeepAt = (value: unknown): TargetPath | undefined => {
  const open: { readonly path: TargetPath; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value: item } = next;
    if (typeof item !== 'object' || item === null) continue;
    if (path.length >= DEEPEST) return path;
    const isList = Array.isArray(item);
    for (const [key, inner] of Object.entries(item))
      open.push({ path: [...path, isList ? Number(key) : key], value: inner });
  }
  return undefined;
};
