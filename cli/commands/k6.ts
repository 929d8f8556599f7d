import { Command } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CommandContext } from '../command-context.ts';

/** `assay k6`: prints which k6 is used and why; builds or downloads one if there is none. */
export const k6Command = ({ conclude }: CommandContext): Command =>
  new Command('k6')
    .description('find or build the k6 for load runs, and print where it is')
    .action(async () => {
      const { findK6, K6Missing } = await import('../../load/k6/k6.ts');
      try {
        const k6 = await findK6({ onProgress: (what) => process.stderr.write(`${what}\n`) });
        process.stdout.write(`k6 ${k6.version}  ${k6.path}\n${k6.why}\n`);
        conclude(EXIT.conformant);
      } catch (error) {
        if (error instanceof K6Missing) throw new UsageError(error.message, { cause: error });
        throw error;
      }
    });
