import { Command, CommanderError } from 'commander';
import { didYouMean } from '../client/did-you-mean.ts';
import { TargetError } from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { type CommandContext, COMPLETE } from './command-context.ts';
import { ENDING, withHelp } from './command-help.ts';
import { COMMANDS, neededCommands } from './commands.ts';
import { refuseTwice } from './options/reject-repeated-options.ts';
import { outputErrorText } from '../runner/output-error.ts';
import { VERSION } from '../store/version.ts';

/**
 * Builds the command line with these commands (default: all). Commander keeps state between parses, so every call
 * builds it again.
 */
export const buildProgram = async (
  context: CommandContext,
  names: readonly string[] = Object.keys(COMMANDS),
): Promise<Command> => {
  const program = new Command('assay')
    .description(
      'Conformance and load test harness for the insurance quoting and contracting service.\n' +
        'With no target, every command runs against the reference service.',
    )
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    // Group of "help"; the other commands name their own.
    .commandsGroup('Assay itself:')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', ENDING)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(usageText(text)) });
  program.exitOverride();
  const makers = await Promise.all(
    Object.entries(COMMANDS).flatMap(([name, load]) => (names.includes(name) ? [load()] : [])),
  );
  for (const make of makers) {
    const command = withHelp(make(context));
    command.copyInheritedSettings(program).helpOption('-h, --help', 'print this help');
    command.exitOverride();
    refuseTwice(command);
    program.addCommand(command, { hidden: command.name() === COMPLETE });
  }
  return program;
};

/** The text of a usage error; without a suggestion it names the command that lists the choices. */
const usageText = (text: string): string =>
  text
    .replace(/^error: /, 'assay: ')
    .replace(/^(assay: unknown (?:command|option) '[^']*')\n$/, '$1; --help lists them all\n');

/** `assay help nope`: commander prints its usage and does not mention the name. */
const rejectUnknownHelp = (program: Command, [first, name]: readonly string[]): void => {
  if (first !== 'help' || name === undefined || name.startsWith('-')) return;
  const names = program.commands
    .map((command) => command.name())
    .filter((each) => each !== COMPLETE);
  if (name === 'help' || names.includes(name)) return;
  throw new UsageError(
    `there is no command "${name}"; ${didYouMean(name, names) ?? `known are ${names.join(', ')}`}`,
  );
};

/** Commander signals every end by throwing: code 0 is help or version, anything else a usage error. */
const exitCodeFor = (error: unknown, args: readonly string[]): ExitCode => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  if (error instanceof UsageError || error instanceof TargetError) {
    process.stderr.write(`assay: ${error.message}\n`);
    return EXIT.usage;
  }
  const trouble = outputErrorText(error, { args });
  if (trouble !== undefined) {
    process.stderr.write(`assay: ${trouble}\n`);
    return EXIT.harness;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`assay: the harness is at fault; please report this:\n${text}\n`);
  return EXIT.harness;
};

const NEVER_STOPPED = new AbortController().signal;

/** Parts of a command's context that the caller decides. */
export type AssayOptions = Partial<Pick<CommandContext, 'takeStop' | 'isLast' | 'startEmbedded'>>;

/** Runs the command that the arguments name; the exit code is 4 unless the command has concluded. Never throws. */
export const assay = async (
  args: readonly string[],
  { takeStop = () => NEVER_STOPPED, isLast = false, startEmbedded }: AssayOptions = {},
): Promise<ExitCode> => {
  let concluded: ExitCode = EXIT.harness;
  const conclude = (code: ExitCode): void => {
    concluded = code;
  };
  try {
    const program = await buildProgram(
      { version: VERSION, conclude, takeStop, isLast, startEmbedded },
      neededCommands(args),
    );
    rejectUnknownHelp(program, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return exitCodeFor(error, args);
  }
  return concluded;
};
