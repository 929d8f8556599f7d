import { Command, Option } from 'commander';
import { EXIT } from '../oracles/exit-code.ts';
import type { CommandContext } from './command-context.ts';
import { parseFaults, parsePath, parsePort, parseWholeNumber } from './parse-values.ts';
import type { ServeOptions } from './serve.ts';

const addOptions = (command: Command): Command =>
  command
    .addOption(new Option('--port <port>', '0 is any free one').argParser(parsePort).default(0))
    .addOption(
      new Option('--gap-port <port>', 'of the motor gap line, where it has an address of its own')
        .argParser(parsePort)
        .default(0),
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'which correct service; see --list-dialects (default: plain, or the one that shows the fault)',
      ),
    )
    .addOption(
      new Option('--fault <id>', 'makes it wrong in one point; see --list-faults')
        .argParser(parseFaults)
        .default([], 'none'),
    )
    .addOption(
      new Option('--latency <milliseconds>', 'every answer comes later by so much')
        .argParser(parseWholeNumber(0, 60_000))
        .default(0),
    )
    .addOption(
      new Option(
        '--write-target <file>',
        'write the target file that its user would write',
      ).argParser(parsePath),
    )
    .option('--force', 'write it also over a file that is there')
    .option('--list-dialects', 'print the correct services that it can be')
    .option('--list-faults', 'print the faults, and the requirement that each breaks');

/** `assay serve`: the reference service, in a dialect of your choice, sick if you want it. */
export const serveCommand = ({ conclude, takeStop }: CommandContext): Command =>
  addOptions(
    new Command('serve').description('run the embedded reference service until Ctrl-C'),
  ).action(async (options: ServeOptions) => {
    const { serve } = await import('./serve.ts');
    await serve(options, takeStop());
    conclude(EXIT.conformant);
  });
