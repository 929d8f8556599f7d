import { Command, CommanderError } from 'commander';
import { didYouMean } from '../client/did-you-mean.ts';
import { TargetError } from '../client/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { keygenCommand } from './certificate/keygen.ts';
import { verifyCommand } from './certificate/verify.ts';
import { certifyCommand } from './certify.ts';
import type { CommandContext } from './command-context.ts';
import { diffCommand } from './diff.ts';
import { COMPLETE, completeCommand, completionCommand } from './completion/completion-command.ts';
import { doctorCommand } from './doctor.ts';
import { examCommand } from './exam-command.ts';
import { explainCommand } from './explain.ts';
import { gateCommand } from './gate.ts';
import { initCommand } from './init.ts';
import { k6Command } from './k6-command.ts';
import { listCommand } from './list.ts';
import { loadCommand } from './load-command.ts';
import { mergeCommand } from './merge-command.ts';
import { openApiCommand } from './openapi.ts';
import { compareCommand } from './nightly/compare-command.ts';
import { historyCommand } from './nightly/history-command.ts';
import { nightlyCommand } from './nightly/nightly-command.ts';
import { outputTrouble } from './output-trouble.ts';
import { rejudgeCommand } from './rejudge.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { serveCommand } from './serve-command.ts';
import { VERSION } from './version.ts';
import { waiveCommand } from './waive.ts';

const EXAMPLES = `
Examples:
  assay init                                 a first target file, by a few questions
  assay doctor --target target.yaml --write  what it has to say of its service
  assay certify                              the embedded reference service, all four lines
  assay certify --target staging.yaml        your service, as the file describes it
  assay gate --base-url https://staging.example --line travel,gap
  assay serve --dialect api-key --write-target target.yaml
  assay replay GAP-CONTRACT-03               one requirement once more, as in the newest run
  assay explain GAP-CONTRACT-03              how it is judged, and what is sent for it
  assay report                               reports of the newest run
  assay rejudge                              the newest run judged again, without its target
  assay diff 20261122-180426-gate-7          what changed since that run
  assay openapi --target staging.yaml        your service as OpenAPI 3.1, for other tools
  assay nightly --target staging.yaml        slower than on the nights before?
  assay keygen                               keys with which certify signs, and others verify
  assay verify certificate.json --key assay.pub --evidence latest
                                             is it what it says, and was it judged right?
  assay completion bash                      completes commands, options and ids in your shell
  assay waive GAP-CONTRACT-03 --reason PROJ-7 --owner me
                                             accept what failed there for 30 days

Exit codes:
  0  conformant                 3  incomplete: something could not be judged
  1  the service is at fault    4  the harness is at fault
  2  usage or configuration     5  a waiver is stale or expired
A run that is stopped (Ctrl-C, SIGTERM) ends with 3, or with 1 where a fail was proven before.
`;

const COMMANDS = [
  initCommand,
  doctorCommand,
  certifyCommand,
  gateCommand,
  replayCommand,
  listCommand,
  explainCommand,
  reportCommand,
  rejudgeCommand,
  diffCommand,
  keygenCommand,
  verifyCommand,
  waiveCommand,
  openApiCommand,
  serveCommand,
  examCommand,
  loadCommand,
  mergeCommand,
  nightlyCommand,
  compareCommand,
  historyCommand,
  k6Command,
  completionCommand,
  completeCommand,
];

/** The command line anew, with all commands: commander keeps what it has parsed. */
export const buildProgram = (context: CommandContext): Command => {
  const program = new Command('assay')
    .description(
      'Conformance and load test harness for the insurance quoting and contracting service.\n' +
        'With no target, every command runs against the embedded reference service.',
    )
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')) });
  program.exitOverride();
  for (const make of COMMANDS) {
    const command = make(context);
    command.copyInheritedSettings(program).helpOption('--help', 'print this help');
    command.exitOverride();
    program.addCommand(command, { hidden: command.name() === COMPLETE });
  }
  return program;
};

/** `assay help nope`: commander prints its usage without a word about the name. */
const refuseHelpOfNothing = (program: Command, [first, name]: readonly string[]): void => {
  if (first !== 'help' || name === undefined || name.startsWith('-')) return;
  const names = program.commands
    .map((command) => command.name())
    .filter((each) => each !== COMPLETE);
  if (name === 'help' || names.includes(name)) return;
  throw new UsageError(
    `there is no command "${name}"; ${didYouMean(name, names) ?? `known are ${names.join(', ')}`}`,
  );
};

/** Commander ends by throwing; 0 is help and version, anything else is usage. */
const exitCodeFor = (error: unknown): ExitCode => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  if (error instanceof UsageError || error instanceof TargetError) {
    process.stderr.write(`assay: ${error.message}\n`);
    return EXIT.usage;
  }
  const trouble = outputTrouble(error);
  if (trouble !== undefined) {
    process.stderr.write(`assay: ${trouble}\n`);
    return EXIT.harness;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`assay: the harness is at fault; please report this:\n${text}\n`);
  return EXIT.harness;
};

const NEVER = new AbortController().signal;

/**
 * Runs the command that the arguments name; returns the exit code, which is 4 unless the command has concluded. Throws
 * nothing. `takeStop` is for a command that can be stopped.
 */
export const assay = async (
  args: readonly string[],
  takeStop: CommandContext['takeStop'] = () => NEVER,
): Promise<ExitCode> => {
  let concluded: ExitCode = EXIT.harness;
  const conclude = (code: ExitCode): void => {
    concluded = code;
  };
  try {
    const program = buildProgram({ version: VERSION, conclude, takeStop });
    refuseHelpOfNothing(program, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return exitCodeFor(error);
  }
  return concluded;
};
