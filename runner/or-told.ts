import { outputTrouble } from './output-trouble.ts';

/**
 * Writes something that only explains a verdict. If that fails, the verdict stands: it passes the reason to `tell` and returns
 * nothing.
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
