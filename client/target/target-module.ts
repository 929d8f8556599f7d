import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../message-of.ts';
import { tooDeepAt } from './nesting.ts';
import { pathText } from './target-path.ts';
import { TextError, type TextProblem } from './text-error.ts';

/** Milliseconds in which a module has to be there. */
const LONGEST = 5000;
const MODULE_HINT = 'write: export default { base_url: … } satisfies Target';

const refuse = (problem: Partial<TextProblem> & Omit<TextProblem, 'at'>): never => {
  throw new TextError([{ at: '', ...problem }]);
};

/** Where in the file an error arose: `:line` or `:line:column` as Node says it. */
const placeOf = (error: unknown, url: string): string => {
  const { stack = '' } = error instanceof Error ? error : {};
  const at = [url, decodeURI(new URL(url).pathname)].find((name) => stack.includes(`${name}:`));
  if (at === undefined) return '';
  return /^(:\d+)(:\d+)?/.exec(stack.slice(stack.indexOf(`${at}:`) + at.length))?.[0] ?? '';
};

const firstLineOf = (error: unknown): string =>
  messageOf(error).trim().split('\n')[0] || 'an error without a message';

const imported = async (url: string): Promise<{ readonly default?: unknown }> => {
  try {
    return (await import(/* @vite-ignore */ url)) as { readonly default?: unknown };
  } catch (error) {
    return refuse({
      at: placeOf(error, url),
      wanted: 'a module that loads by itself',
      got: firstLineOf(error),
      hint: 'an import of a type only must be written as import type',
    });
  }
};

/** Waits no longer than a module may take. */
const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
  const stop = new AbortController();
  const late = sleep(LONGEST, 'late' as const, { signal: stop.signal }).catch(
    () => 'late' as const,
  );
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  stop.abort();
  if (first !== 'late') return first.value;
  return refuse({
    wanted: `a module that is loaded within ${LONGEST / 1000} s`,
    got: 'one that still awaits something',
  });
};

const kindOf = (value: unknown): string => {
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'function' ? 'a function' : 'no default export';
};

/** What a TypeScript or JavaScript module exports as its target. Throws TextError. */
export const readTargetModule = async (file: string): Promise<unknown> => {
  const { default: value } = await inTime(imported(pathToFileURL(file).href));
  if (value === undefined || value instanceof Promise || typeof value === 'function') {
    // Nobody waits for it, and what it fails with is not what has to be mended first.
    if (value instanceof Promise) value.catch(() => undefined);
    return refuse({
      wanted: 'the target as default export',
      got: kindOf(value),
      hint: value instanceof Promise ? 'await it: export default await …' : MODULE_HINT,
    });
  }
  const deep = tooDeepAt(value);
  if (deep)
    return refuse({
      wanted: 'a target that ends',
      got: `one that holds itself, or is too deep, at ${pathText(deep.slice(0, 4))}`,
    });
  return value;
};
