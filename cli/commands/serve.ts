import { Command, Option } from 'commander';
import { EXIT } from '../../oracles/exit-code.ts';
import { addConditionOption, runOption } from '../options/options.ts';
import type { CommandContext } from '../command-context.ts';
import { parsePath, parsePort, parseWholeNumber } from '../../runner/parse-values.ts';
import type { ServeOptions } from './serve-reference.ts';

const addOptions = (command: Command): Command =>
  addConditionOption(
    command
      .addOption(
        new Option('--port <port>', 'port to listen on; 0 picks a free one')
          .argParser(parsePort)
          .default(0),
      )
      .addOption(
        new Option(
          '--gap-port <port>',
          'port of the motor gap line, in dialects with a separate address',
        )
          .argParser(parsePort)
          .default(0),
      )
      .addOption(
        runOption(
          'dialect',
          'dialect to speak; see --list-dialects (default: plain, or one that shows the fault)',
        ),
      )
      .addOption(runOption('fault', 'inject this fault; see --list-faults').default([], 'none')),
  )
    .addOption(
      new Option('--latency <milliseconds>', 'delay every answer by this much')
        .argParser(parseWholeNumber(0, 60_000))
        .default(0),
    )
    .addOption(
      new Option('--write-target <file>', 'write a target file for this service').argParser(
        parsePath,
      ),
    )
    .option('--force', 'let --write-target overwrite an existing file')
    .option('--list-dialects', 'list the dialects')
    .option('--list-faults', 'list the faults with the requirement that each breaks')
    .option('--list-conditions', 'list the conditions under which a fault can show');

/** `assay serve`: the reference service, in any dialect, optionally with an injected fault. */
export const serveCommand = ({ conclude, takeStop }: CommandContext): Command =>
  addOptions(
    new Command('serve').description(
      'run the reference service until Ctrl-C, in any dialect, with an injected fault if you like',
    ),
  ).action(async (options: ServeOptions) => {
    const { serveReference } = await import('./serve-reference.ts');
    await serveReference(options, takeStop());
    conclude(EXIT.conformant);
  });
