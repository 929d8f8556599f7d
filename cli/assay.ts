import { Command, CommanderError } from 'commander';
import { didYouMean } from '../client/did-you-mean.ts';
import { TargetError } from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { type CommandContext, COMPLETE } from './command-context.ts';
import { COMMANDS, neededCommands } from './commands.ts';
import { refuseTwice } from './options/reject-repeated-options.ts';
import { outputErrorText } from '../runner/output-error.ts';
import { VERSION } from '../store/version.ts';

const EXAMPLES = `
Examples:
  assay init                                 asks a few questions, writes a target file
  assay doctor --target target.yaml --write  finds the missing keys and writes them
  assay certify                              judges the reference service, all four lines
  assay certify --target staging.yaml        judges your service, as the file describes it
  assay gate --base-url https://staging.example --line travel,gap
  assay watch --target target.yaml           judges again after each restart of your service
  assay serve --dialect api-key --write-target target.yaml
  assay replay GAP-CONTRACT-03               repeats one requirement of the newest run
  assay show AUTH-01@gap.draft-get           shows the calls that prove this verdict
  assay token --target target.yaml           prints how to fill the variables of the curl lines
  assay explain GAP-CONTRACT-03              shows how it is judged and what is sent for it
  assay report                               builds the reports of the newest run
  assay rejudge                              judges the newest run again, without its service
  assay diff 20261122-180426-gate-7          shows what changed since that run
  assay changes --run latest                 shows what newer versions judge differently
  assay openapi --target staging.yaml        prints your service as OpenAPI 3.1
  assay nightly --target staging.yaml        compares tonight with the nights before
  assay keygen                               creates a key pair: one key signs, the other verifies
  assay challenge                            prints a nonce, which proves that a run is fresh
  assay verify certificate.json --key assay.pub --evidence latest
                                             checks a certificate and judges its run again
  assay completion bash                      prints the completion script of your shell
  assay waive GAP-CONTRACT-03 --reason PROJ-7 --owner me
                                             accepts this failure for 30 days

Exit codes:
  0  conformant                 3  incomplete: something could not be judged
  1  the service is at fault    4  the harness is at fault
  2  usage or configuration     5  a waiver is stale or expired
A run that is stopped (Ctrl-C, SIGTERM) ends with 3, or with 1 if a fail was already proven.
`;

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
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(usageText(text)) });
  program.exitOverride();
  const makers = await Promise.all(
    Object.entries(COMMANDS).flatMap(([name, load]) => (names.includes(name) ? [load()] : [])),
  );
  for (const make of makers) {
    const command = make(context);
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
