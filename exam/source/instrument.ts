import { Instrumenter } from '@stryker-mutator/instrumenter';
import { transformWithOxc } from 'vite';
import { SWITCH_HEADER } from './mutant-switch.ts';
import type { SourceText } from './source-files.ts';

/** An automatically generated change of the source text. */
export interface SourceMutant {
  /** Number of the mutant, as text. */
  readonly id: string;
  readonly file: string;
  /** From 1, both. */
  readonly line: number;
  readonly column: number;
  /** Kind of the mutation, such as `ConditionalExpression`. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** First line of the mutated source text, trimmed. */
  readonly code: string;
  /** Number of the line on which the enclosing function, class or constant begins, from 1. */
  readonly declaration: number;
}

/** JavaScript with a switch for every mutant, and the mutants. */
export interface Instrumented {
  /** Instrumented texts by path. */
  readonly texts: Readonly<Record<string, string>>;
  readonly mutants: readonly SourceMutant[];
}

const silent = (): void => undefined;
const no = (): boolean => false;
const LOGGER: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Place {
  /** From 0, both. */
  readonly line: number;
  readonly column: number;
}

const between = (lines: readonly string[], start: Place, end: Place): string => {
  const own = lines.slice(start.line, end.line + 1);
  const last = own.length - 1;
  return own
    .map((text, at) =>
      text.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined),
    )
    .join('\n');
};

const javaScriptOf = async (path: string, text: string): Promise<readonly [string, string]> => {
  const { code } = await transformWithOxc(text, path, { sourcemap: false, target: 'esnext' });
  return [path, `${SWITCH_HEADER}${code}`];
};

/** Instruments the texts with a switch for every mutant; those of `unchanged` only lose their types. */
export const instrument = async (
  sources: readonly SourceText[],
  unchanged: readonly SourceText[] = [],
): Promise<Instrumented> => {
  const { files, mutants } = await new Instrumenter(LOGGER).instrument(
    sources.map(({ path, text }) => ({ name: path, mutate: true, content: text })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );
  const texts = [...files, ...unchanged.map(({ path, text }) => ({ name: path, content: text }))];
  const lines = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
  return {
    texts: Object.fromEntries(
      await Promise.all(texts.map(({ name, content }) => javaScriptOf(name, content))),
    ),
    mutants: mutants.map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => {
      const own = lines.get(fileName) ?? [];
      return {
        id,
        file: fileName,
        line: start.line + 1,
        column: start.column + 1,
        mutator: mutatorName,
        original: between(own, start, end),
        replacement,
        code: (own[start.line] ?? '').trim(),
        declaration: own.findLastIndex((text, at) => at <= start.line && /^\w/.test(text)) + 1,
      };
    }),
  };
};
