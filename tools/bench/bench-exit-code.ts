import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { Measured } from './part.ts';

/**
 * What a bench ends with: 4 where a part came to no end, 1 where what is wanted was not reached. A part that cannot be measured
 * is a wrong call (2) where it was asked for by name; else the rest counts.
 */
export const benchExitCode = (parts: readonly Measured[], byName: boolean): ExitCode => {
  if (parts.some((each) => 'broken' in each)) return EXIT.harness;
  if (byName && parts.some((each) => 'skipped' in each)) return EXIT.usage;
  const failed = parts.some((each) => 'rows' in each && each.failed);
  return failed ? EXIT.nonConformant : EXIT.conformant;
};
