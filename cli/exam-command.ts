import { Command, Option } from 'commander';
import type { ExamOptions } from './exam/exam.ts';
import { parseWholeNumber } from './options.ts';

/** `assay exam`: who checks the checker? Runs the suites against faults and dialects. */
export const examCommand = (): Command =>
  new Command('exam')
    .description(
      'examine the harness itself: is every fault caught, and no correct service failed?',
    )
    .option('--fault <glob>', 'only these faults, such as "gap-*"')
    .option('--area <areas>', 'only faults of requirements that begin so, such as AUTH,ID')
    .option('--dialect <glob>', 'only these dialects')
    .addOption(
      new Option('--seeds <number>', 'runs of each dialect')
        .argParser(parseWholeNumber(1, 1000))
        .default(5),
    )
    .addOption(
      new Option('--seed <number>', 'the first seed')
        .argParser(parseWholeNumber(0, 2 ** 31 - 1))
        .default(1),
    )
    .addOption(
      new Option('--sample <number>', 'only so many faults').argParser(parseWholeNumber(1, 1000)),
    )
    .addOption(
      new Option('--rotation <number>', 'which of the samples, such as a number of the commit')
        .argParser(parseWholeNumber(0, 2 ** 31 - 1))
        .default(0),
    )
    .option('--certify', 'with the policy of certify instead of gate')
    .action(async (options: ExamOptions) => {
      const { exam } = await import('./exam/exam.ts');
      process.exitCode = await exam(options);
    });
