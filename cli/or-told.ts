import { outputTrouble } from './output-trouble.ts';

/**
 * Writes what only explains a verdict, and must not take it away: where that fails, `tell` is told why, and nothing is
 * returned.
 */
export const orTold = <Result>(
  tell: (sentence: string) => void,
  what: string,
  write: () => Result,
): Result | undefined => {
  try {
    return write();
  } catch (error) {
    tell(outputTrouble(error) ?? `${what}: ${String(error)}`);
    return undefined;
  }
};
