import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readEnvironment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { CommandContext } from '../command-context.ts';
import {
  type Answers,
  parseDomain,
  parseIdentities,
  parseName,
  parseOneOf,
  SCHEMES,
  type Given,
  askAnswers,
  withDefaults,
} from '../../doctor/init/questions.ts';
import {
  envText,
  missingVariables,
  checkTargetPlace,
  writeFirstFiles,
  targetText,
} from '../../doctor/init/first-files.ts';
import { nearPath } from '../../runner/replay/replay-line.ts';
import { addressOption } from '../options/options.ts';
import { parseLines, parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';

type InitOptions = Given & { readonly yes?: true; readonly force?: true };

const addOptions = (command: Command): Command => {
  command
    .addOption(addressOption('--base-url', 'address of jobloss, travel and landlord'))
    .addOption(addressOption('--gap-base-url', 'address of motor gap (default: base url)'))
    .addOption(addressOption('--token-url', 'token endpoint of OAuth2'));
  const allowOrNever = parseOneOf(['allow', 'never']);
  const rows: readonly (readonly [
    flags: string,
    what: string,
    parse: (text: string) => unknown,
  ])[] = [
    ['--auth <scheme>', `how callers authenticate: ${SCHEMES.join(', ')}`, parseOneOf(SCHEMES)],
    [
      '--key-name <name>',
      'name of the header, query parameter or cookie with the API key',
      parseName,
    ],
    [
      '--key-in <place>',
      'where the API key goes: header, query or cookie',
      parseOneOf(['header', 'query', 'cookie']),
    ],
    [
      '--identities <number>',
      'number of callers: 1 owner, 2 also another customer, 3 also one without rights',
      parseIdentities,
    ],
    ['--line <lines>', 'lines of business of the service', (text) => parseLines(text, undefined)],
    [
      '--leads <choice>',
      'whether Assay may create leads, which send e-mail: allow or never',
      allowOrNever,
    ],
    [
      '--contracts <choice>',
      'whether Assay may create contracts, which may cost money: allow or never',
      allowOrNever,
    ],
    ['--mail-domain <domain>', 'domain of all e-mail addresses', parseDomain],
    ['--target <file>', 'file to write (default: target.yaml)', parsePath],
  ];
  for (const [flags, what, parse] of rows)
    command.addOption(new Option(flags, what).argParser(parse));
  return command
    .option('--yes', 'ask nothing; use defaults for options that you leave out')
    .option('--force', 'overwrite an existing target file');
};

const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** All answers, or undefined if the user stopped. Throws UsageError if there is nobody to ask. */
const answersFrom = async (
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
      `--base-url is missing, and Assay cannot ask ${yes ? '(--yes)' : 'without a terminal'}; add --base-url https://…`,
    );
  return all as Answers;
};

/** Writes the answers into files, and says what to do next. */
const write = (answers: Answers): void => {
  const missing = missingVariables(answers, readEnvironment());
  // That is where every command looks for it.
  const envPath = join(process.cwd(), '.env');
  const before = existsSync(envPath) ? readFileSync(envPath, 'utf8') : '';
  const env = envText(before, missing);
  writeFirstFiles({
    target: { path: answers.target, text: targetText(answers) },
    ...(env === undefined ? {} : { env: { path: envPath, text: env } }),
  });
  const names = missing.map(({ name }) => name).join(', ');
  const line = answers.line.length === 4 ? '' : ` --line ${answers.line.join(',')}`;
  print(`written  ${nearPath(answers.target)}`);
  if (env !== undefined) print(`written  .env (keep it out of version control)`);
  if (names !== '') print(`next     fill in .env: ${names}`);
  print(
    `${names === '' ? 'next' : 'then'}     assay doctor --target ${nearPath(answers.target)}${line} --write`,
  );
};

const init = async (options: InitOptions, stop: AbortSignal): Promise<ExitCode> => {
  // Before anybody answers in vain.
  checkTargetPlace(options.target ?? parsePath('target.yaml'), options.force === true);
  const answers = await answersFrom(options, stop);
  if (!answers || stop.aborted) {
    process.stderr.write('\nassay: stopped; nothing was written\n');
    return EXIT.incomplete;
  }
  checkTargetPlace(answers.target, options.force === true);
  write(answers);
  return EXIT.conformant;
};

/** `assay init`: the first target file and its `.env`, by a few questions or by flags. */
export const initCommand = ({ conclude, takeStop }: CommandContext): Command =>
  addOptions(
    new Command('init').description(
      'ask a few questions and write a first target file with its .env',
    ),
  ).action(async (options: InitOptions) => {
    conclude(await init(options, takeStop()));
  });
