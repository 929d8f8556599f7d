import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readEnvironment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { CommandContext } from '../command-context.ts';
import {
  type Answers,
  type PartialAnswers,
  askAnswers,
  QUESTIONS,
  withDefaults,
} from '../../doctor/init/questions.ts';
import {
  envText,
  missingVariables,
  checkTargetPlace,
  writeFirstFiles,
  targetText,
} from '../../doctor/init/first-files.ts';
import { shownPath } from '../../client/paths.ts';
import { addressOption } from '../options/options.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';

type InitOptions = PartialAnswers & { readonly yes?: true; readonly force?: true };

const addOptions = (command: Command): Command => {
  for (const { flags, help, parse } of QUESTIONS)
    command.addOption(
      flags.endsWith(' <url>')
        ? addressOption(flags.replace(' <url>', ''), help)
        : new Option(flags, help).argParser(parse),
    );
  return command
    .option('--yes', 'ask no questions; use the defaults of absent options')
    .option('--force', 'overwrite an existing target file');
};

const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Collects all answers; undefined if the user stopped. Throws UsageError if standard input is not interactive. */
const collectAnswers = async (
  options: InitOptions,
  signal: AbortSignal,
): Promise<Answers | undefined> => {
  const { yes, force: _force, ...given } = options;
  const isAsking = yes !== true && isTerminal();
  const { stdin: input, stdout: output } = process;
  const asked = isAsking ? await askAnswers(given, { input, output, signal }) : given;
  if (!asked) return undefined;
  const all = withDefaults(asked);
  if (all.baseUrl === undefined)
    throw new UsageError(
      `--base-url is missing, and Assay cannot ask for it ${yes ? '(--yes)' : 'without a terminal'}; add --base-url https://…`,
    );
  return all as Answers;
};

const BEGINNING = `This writes a target file, which describes your service to Assay, and a .env for its secrets. It sends no requests.
With three test identities Assay judges everything. With two, it cannot judge the refusals of a caller without rights; with one, nor
the access of customers to each other's drafts.
`;

const write = (answers: Answers): void => {
  const missing = missingVariables(answers, readEnvironment());
  // Every command looks for it there.
  const envPath = join(process.cwd(), '.env');
  const before = existsSync(envPath) ? readFileSync(envPath, 'utf8') : '';
  const env = envText(before, missing);
  writeFirstFiles({
    target: { path: answers.target, text: targetText(answers) },
    env: env === undefined ? undefined : { path: envPath, text: env },
  });
  const names = missing.map(({ name }) => name).join(', ');
  const line = answers.line.length === 4 ? '' : ` --line ${answers.line.join(',')}`;
  print(`written  ${shownPath(answers.target)}`);
  if (env !== undefined) print(`written  .env (keep it out of version control)`);
  if (names !== '') print(`next     fill in .env: ${names}`);
  print(
    `${names === '' ? 'next' : 'then'}     assay doctor --target ${shownPath(answers.target)}${line} --write`,
  );
};

const init = async (options: InitOptions, stop: AbortSignal): Promise<ExitCode> => {
  // Fail before the user answers any question.
  checkTargetPlace(options.target ?? parsePath('target.yaml'), options.force === true);
  print(BEGINNING);
  const answers = await collectAnswers(options, stop);
  if (!answers || stop.aborted) {
    process.stderr.write('\nassay: stopped; nothing was written\n');
    return EXIT.incomplete;
  }
  checkTargetPlace(answers.target, options.force === true);
  write(answers);
  return EXIT.conformant;
};

/** `assay init`: writes a first target file and its `.env`, from a few questions or from flags. */
export const initCommand = ({ conclude, takeStop }: CommandContext): Command =>
  addOptions(
    new Command('init').description(
      'ask a few questions and write a first target file with its .env',
    ),
  ).action(async (options: InitOptions) => {
    conclude(await init(options, takeStop()));
  });
