import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { type ExamOptions, MANY_SERVICES, WHOLE_EXAM } from '../../exam/exam-options.ts';
import { checkSourceOptions } from '../../exam/source/source-run.ts';
import type { CommandContext } from '../command-context.ts';
import { requireCheckout } from '../options/require-checkout.ts';
import { parsePatterns, parseWholeNumber } from '../../runner/parse-values.ts';

const ASSAY_WORKER = fileURLToPath(new URL('../assay-worker.ts', import.meta.url));
const MUTANT_WORKER = fileURLToPath(new URL('../mutant-worker.ts', import.meta.url));

const patterns = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(parsePatterns);

const number = (flags: string, description: string, min: number, max: number): Option =>
  new Option(flags, description).argParser(parseWholeNumber(min, max));

const addConditionOptions = (command: Command): Command =>
  command
    .option('--histories', 'only the fixed table of faults that show under a condition')
    .addOption(
      number(
        '--conditions <number>',
        'only this many faults under conditions, drawn from the seed',
        1,
        10_000,
      ),
    )
    .addOption(
      patterns(
        '--condition <globs>',
        'with --histories or --conditions: only these conditions, such as "from-*"',
      ),
    );

/** `assay exam`: runs the suites against faults and dialects, to test Assay itself. */
export const examCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addConditionOptions(new Command('exam'))
    .description('test Assay itself: does it catch every fault and pass every correct service?')
    .option('--quick', 'run a bounded sample, a different one with every commit')
    .addOption(patterns('--fault <globs>', 'only these faults, such as "gap-*,*-without-version"'))
    .option('--area <areas>', 'only faults of these areas or requirements, such as races,AUTH')
    .addOption(patterns('--dialect <globs>', 'only these dialects'))
    .option(
      '--services',
      `only correct services: every dialect with ${MANY_SERVICES.seeds} seeds, and ${MANY_SERVICES.chance} chance services`,
    )
    .option(
      '--on <dialect>',
      'inject the faults into this dialect (default: plain, or one that shows the fault)',
    )
    .addOption(number('--chance <number>', 'number of chance services', 0, 10_000))
    .addOption(
      number('--seeds <number>', `runs of each dialect (default: ${WHOLE_EXAM.seeds})`, 1, 1000),
    )
    .addOption(number('--fault-seeds <number>', 'runs of each fault, at most', 1, 1000).default(1))
    .addOption(number('--seed <number>', 'the first seed', 0, 2 ** 31 - 1).default(1))
    .addOption(
      number(
        '--sample <number>',
        'size of the sample of faults and of dialects, of rows with --histories, or of mutants with --source',
        1,
        10_000,
      ),
    )
    .addOption(number('--rotation <number>', 'which sample to take', 0, 2 ** 31 - 1))
    .option('--mutations', 'test only the oracles, on recorded answers with one change each')
    .option('--certify', 'run certify instead of gate; with --conditions, in addition to it')
    .option('--rejudge', 'also judge the recording of each run again, without its service')
    .option('--write-baseline', 'save the results as the new baseline')
    .option('--source', 'use mutants of the reference source instead of written faults')
    .addOption(
      patterns(
        '--file <globs>',
        'with --source: only mutants of these files, such as "reference/rules/*"',
      ),
    )
    .option('--resume', 'with --source: continue the last stopped exam')
    .action(async (options: ExamOptions, command: Command) => {
      checkSourceOptions(options, (name) => command.getOptionValueSource(name) === 'cli');
      if (options.writeBaseline) requireCheckout('assay exam --write-baseline');
      if (options.source) {
        requireCheckout('assay exam --source');
        const { sourceExam } = await import('../../exam/source/source-exam.ts');
        conclude(await sourceExam(options, { version, program: MUTANT_WORKER, takeStop }));
        return;
      }
      if (options.on !== undefined) {
        const { checkDialect } = await import('../../runner/embedded-choice.ts');
        checkDialect(options.on, '--on');
      }
      const { exam } = await import('../../exam/exam.ts');
      conclude(await exam(options, { version, program: ASSAY_WORKER, takeStop }));
    });
