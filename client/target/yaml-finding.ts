import type { Document, YAMLError } from 'yaml';
import type { TextProblem } from './text-error.ts';

/** An error that the parser found, and what it was found in. */
export interface Finding {
  readonly error: YAMLError;
  readonly text: string;
  readonly document: Document.Parsed;
}

/** Where a person has to change something, and what. */
export type Explanation = Omit<TextProblem, 'at'> & { readonly offset: number };
/** Undefined where the error is of another kind. */
export type Explain = (finding: Finding) => Explanation | undefined;

/** The number, from 1, of the line that holds an offset. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;
/** The offset at which a line begins. */
export const startOf = (text: string, line: number): number =>
  text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0);
/** The offset of the first character of a line that is no white space. */
export const firstIn = (text: string, line: number): number => {
  const start = startOf(text, line);
  return start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0);
};
/** A line without its end. */
export const lineText = (text: string, line: number): string => text.split(/\r?\n/)[line - 1] ?? '';
