import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { addressProblem, displayAddress } from '../../client/target/address.ts';
import { runsFolder } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { LINES } from '../../spec/line.ts';
import { RUN_OPTIONS, type RunOption } from '../../runner/run-options.ts';
import { newSeed } from '../../runner/seed.ts';
import {
  parseLines,
  parseWholeNumber,
  parsePath,
  parseFaults,
  parseMoment,
  parsePatterns,
  parseSeed,
  parseTarget,
} from '../../runner/parse-values.ts';

/** Parses addresses; errors never show a credential. */
const parseAddress =
  (flag: string) =>
  (value: string): string => {
    const problem = addressProblem(value);
    if (!problem) return value;
    const { wanted, hint } = problem;
    // Commander would quote the value unredacted.
    throw new UsageError(
      `${flag}: expected ${wanted}\n  got "${displayAddress(value)}"${hint === undefined ? '' : `\n  ${hint}`}`,
    );
  };

/** Option that takes an http or https address. */
export const addressOption = (flag: string, what: string): Option =>
  new Option(`${flag} <url>`, what).argParser(parseAddress(flag));

type Parse = (value: string, before: never) => unknown;

/** Placeholder and parser for each kind of value. */
const KINDS: Readonly<
  Record<Extract<RunOption['kind'], string>, readonly [shown?: string, parse?: Parse]>
> = {
  switch: [],
  name: [' <name>'],
  address: [' <url>'],
  file: [' <file>', parsePath],
  folder: [' <folder>', parsePath],
  target: [' <file>', parseTarget],
  lines: [' <lines>', parseLines],
  faults: [' <id>', parseFaults],
  patterns: [' <ids>', parsePatterns],
  challenge: [' <nonce>'],
  additions: [' <how>'],
  seed: [' <number>', parseSeed],
};

/** Creates the option of a run; `help` overrides its description. */
export const runOption = (
  name: keyof typeof RUN_OPTIONS,
  help: string = RUN_OPTIONS[name].help,
): Option => {
  const { kind, unit }: RunOption = RUN_OPTIONS[name];
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (kind === 'address') return addressOption(flag, help);
  const [shown = '', parse] =
    typeof kind === 'string' ? KINDS[kind] : [` <${unit ?? 'number'}>`, parseWholeNumber(...kind)];
  const option = new Option(flag + shown, help);
  return parse ? option.argParser(parse as (value: string) => unknown) : option;
};

const addOptions = (command: Command, ...names: (keyof typeof RUN_OPTIONS)[]): Command => {
  for (const name of names) command.addOption(runOption(name));
  return command;
};

/** `--line`, on a command without a target. */
export const lineOption = (): Option => runOption('line').default(LINES, 'all four');

/** `--out`, on any command that runs suites. */
export const outOption = (help?: string): Option =>
  runOption('out', help).default(runsFolder(), 'reports/out');

/** `--seed`, on any command that draws new data unless it has one. */
export const seedOption = (): Option =>
  runOption('seed').default(newSeed(), 'random; the run prints it');

/** `--seed` of a gate, which without it draws by the day and the target. */
export const daySeedOption = (): Option =>
  runOption(
    'seed',
    `${RUN_OPTIONS.seed.help} (default: that of the UTC day and the target's name)`,
  );

/** Adds the options that name the caller's service. */
export const addServiceOptions = (command: Command): Command =>
  addOptions(command, 'target', 'baseUrl', 'gapBaseUrl', 'insecure');

/** Adds `--condition`; its value becomes part of the ids of `--fault`, as in `FAULT~CONDITION`. */
export const addConditionOption = (command: Command): Command =>
  command
    .option(
      '--condition <id>',
      'inject the fault only under this condition; see assay serve --list-conditions',
    )
    .hook('preAction', async (_, called) => {
      const { fault, condition } = called.opts<{ fault: readonly string[]; condition?: string }>();
      if (condition === undefined) return;
      // Loaded on demand: judging one's own service should not wait for the reference.
      const { withCondition } = await import('../../runner/embedded-choice.ts');
      called.setOptionValue('fault', withCondition(fault, condition));
    });

/** Adds `--line`, whose default is the target's. */
export const addLineOption = (command: Command): Command =>
  command
    .addOption(runOption('line').default(LINES, "the target's lines"))
    .hook('preAction', async (_, called) => {
      // Loaded on demand, as above.
      const { chosenLines } = await import('../../runner/target-lines.ts');
      called.setOptionValue('line', await chosenLines(called.opts()));
    });

/** Headings of the options of a run in its `--help`. */
export const HEADINGS = {
  service: 'Service:',
  judged: 'What is judged:',
  course: 'Course of the run:',
  results: 'Results:',
  others: 'Options:',
} as const;

/** Adds the options that select the service under test, and its lines. */
export const addTargetOptions = (command: Command): Command =>
  addLineOption(
    addConditionOption(
      addOptions(addServiceOptions(command.optionsGroup(HEADINGS.service)), 'dialect').addOption(
        runOption('fault').default([], 'none'),
      ),
    ),
  ).optionsGroup(HEADINGS.others);

/** Adds the options of a run; `runs` is the policy's default number of drafts per line, `seed` the option for it. */
export const addRunOptions = (command: Command, runs: number, seed: Option): Command => {
  addTargetOptions(command).optionsGroup(HEADINGS.judged);
  addOptions(command, 'requirement', 'operation', 'onlyFailed', 'waivers');
  command.optionsGroup(HEADINGS.course).addOption(seed).addOption(runOption('runs').default(runs));
  addOptions(command, 'maxTime', 'failFast')
    .addOption(
      new Option('--clock <moment>', 'current time of the run').argParser(parseMoment).hideHelp(),
    )
    .option('--list', 'print what the run would send and how long it would take; judge nothing')
    .optionsGroup(HEADINGS.results);
  return addOptions(command, 'junit', 'codeQuality')
    .option('--allure', 'also write Allure results')
    .addOption(runOption('report'))
    .addOption(runOption('gzip'))
    .option('--verbose', 'print every test as it ends and every failed cell in full')
    .addOption(
      new Option(
        '--quiet',
        'print one line per fail and per cause of cells that were not judged, and the last line',
      ).conflicts('verbose'),
    )
    .addOption(
      new Option('--json', 'print events as JSON Lines (store/run-events.schema.json)').conflicts([
        'quiet',
        'verbose',
        'list',
      ]),
    )
    .addOption(
      // Off by default; kept for older pipelines.
      new Option('--no-allure', 'write no Allure results').hideHelp(),
    )
    .addOption(new Option('--no-page', 'write no conformance page').hideHelp())
    .addOption(outOption())
    .optionsGroup(HEADINGS.others);
};

/** Adds the options of every command that sends load; `profile` is the default, `seed` the option for it. */
export const addLoadOptions = (command: Command, profile = 'smoke', seed = seedOption()): Command =>
  addTargetOptions(
    command.option(
      '--profile <name>',
      'load profile: smoke, load, stress, spike, soak, capacity, or a file',
      profile,
    ),
  )
    .addOption(seed)
    .addOption(outOption());

/** `--history`, on any command that reads or writes the history of nights. */
export const historyOption = (): Option =>
  new Option(
    '--history <file>',
    'file with the nights (default: nightly-history.jsonl in reports/out, or in --out)',
  ).argParser(parsePath);

/** Location of the history: the caller's own file, or the default beside the runs. */
interface HistoryPlace {
  readonly history?: string;
  readonly out: string;
}

/** Path of the history, existing or not. */
export const historyPath = ({ history, out }: HistoryPlace): string =>
  history ?? join(out, 'nightly-history.jsonl');

/** Path of an existing history. Throws UsageError. */
export const requireHistory = (place: HistoryPlace): string => {
  const path = historyPath(place);
  if (existsSync(path)) return path;
  throw new UsageError(
    `there is no history ${path}; \`assay nightly\` begins one, --history names another`,
  );
};
