import { existsSync } from 'node:fs';

/** A target file as it was named. */
export interface TargetFileName {
  /** Of the file itself. */
  readonly path: string;
  /** What follows `#`: which of its targets is meant. Undefined where there is no `#`. */
  readonly choice: string | undefined;
}

const ENDING = /\.(?:ya?ml|json|m?[jt]s)$/i;

/**
 * Splits `staging.yaml#blue` into the file and the target in it. What exists as it is named is a file: a `#` may be part of
 * its name.
 */
export const targetFileName = (named: string): TargetFileName => {
  const at = named.lastIndexOf('#');
  const path = named.slice(0, at);
  const isWhole = at < 0 || existsSync(named) || !(existsSync(path) || ENDING.test(path));
  return isWhole ? { path: named, choice: undefined } : { path, choice: named.slice(at + 1) };
};

/** Whether a text names a target file, there or not, and not only one of several targets. */
export const isTargetFile = (named: string): boolean => {
  const { path } = targetFileName(named);
  return existsSync(path) || ENDING.test(path);
};
