import { type Command, Option } from 'commander';
import { addressProblem, shownAddress } from '../../client/target/address.ts';
import { runsFolder } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { LINES } from '../../spec/line.ts';
import { addConditionOption, addSelectionOptions } from './selection-options.ts';
import { MOST_DRAFTS } from '../../runner/run-request.ts';
import { newSeed } from '../../runner/run-options.ts';
import {
  parseLines,
  parseWholeNumber,
  parsePath,
  parseFaults,
  parseMoment,
  parseSeed,
  parseTarget,
} from '../../runner/parse-values.ts';

/** An option that takes an address; errors never show a credential in it. */
export const addressOption = (name: string, what: string): Option =>
  new Option(`${name} <url>`, what).argParser((value: string): string => {
    const problem = addressProblem(value);
    if (!problem) return value;
    const { wanted, hint } = problem;
    // Commander would quote the value as it is.
    throw new UsageError(
      `${name}: wanted ${wanted}\n  got "${shownAddress(value)}"${hint === undefined ? '' : `\n  ${hint}`}`,
    );
  });

/** `--junit`, on commands that judge. */
export const junitOption = (): Option =>
  new Option('--junit <file>', 'also write the JUnit file here').argParser(parsePath);

/** What a gate needs: when to stop, what to forgive, where to report. */
const addGateOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--max-time <seconds>', 'stop sending after this many seconds').argParser(
        parseWholeNumber(1, 86_400),
      ),
    )
    .addOption(
      new Option(
        '--fail-fast',
        'stop sending at the first proven fail; what failed last time is sent first',
      ),
    )
    .addOption(new Option('--only-failed', 'judge only what did not pass last time on this target'))
    .addOption(
      new Option(
        '--waivers <file>',
        'file of accepted fails (default: assay.waivers.yaml, if it exists)',
      ).argParser(parsePath),
    )
    .addOption(junitOption())
    .addOption(
      new Option(
        '--code-quality <file>',
        'write a GitLab code quality report of what did not pass',
      ).argParser(parsePath),
    )
    .addOption(
      new Option('--clock <moment>', 'what the run takes for now')
        .argParser(parseMoment)
        .hideHelp(),
    );

const insecureOption = (): Option =>
  new Option(
    '--insecure',
    'skip TLS verification; only for this machine and testHosts of the target',
  );

/** Adds the options that name a service of the caller's. */
export const addServiceOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--target <file>',
        'target file (.yaml, .json or .ts); FILE#NAME picks one of several',
      ).argParser(parseTarget),
    )
    .addOption(addressOption('--base-url', 'address of jobloss, travel and landlord'))
    .addOption(addressOption('--gap-base-url', 'address of motor gap (default: base url)'))
    .addOption(insecureOption());

/** Adds the options that say what is under test. */
export const addTargetOptions = (command: Command): Command =>
  addConditionOption(
    addServiceOptions(command)
      .addOption(
        new Option('--dialect <name>', 'dialect of the reference service; see assay serve'),
      )
      .addOption(
        new Option('--fault <id>', 'inject this fault into the reference service; see assay serve')
          .argParser(parseFaults)
          .default([], 'none'),
      ),
  );

/** `--line`, on any command. */
export const lineOption = (): Option =>
  new Option('--line <lines>', `lines of business, separated by commas: ${LINES.join(', ')}`)
    .argParser(parseLines)
    .default(LINES, 'all four');

/** `--out`, on any command that runs suites. */
export const outOption = (): Option =>
  new Option('--out <folder>', 'create the run folder here')
    .argParser(parsePath)
    .default(runsFolder(), 'reports/out');

/** `--seed`, on any command that draws data. */
export const seedOption = (): Option =>
  new Option('--seed <number>', 'seed of the random data; the same seed gives the same data')
    .argParser(parseSeed)
    .default(newSeed(), 'a new one; the run prints it');

const addDataOptions = (command: Command, runs: number): Command =>
  command
    .addOption(seedOption())
    .addOption(
      new Option('--runs <number>', 'number of drafts per line')
        .argParser(parseWholeNumber(1, MOST_DRAFTS))
        .default(runs),
    );

/** Adds the options of a run; `runs` is the policy's own number of drafts per line. */
export const addRunOptions = (command: Command, runs: number): Command => {
  addTargetOptions(command).addOption(lineOption());
  addDataOptions(addSelectionOptions(command), runs);
  return addGateOptions(command)
    .addOption(new Option('--allure', 'also write Allure results'))
    .addOption(new Option('--report', 'also write Allure results and build their report'))
    .addOption(new Option('--gzip', 'also pack the run into one file; every command reads it'))
    .addOption(
      new Option(
        '--list',
        'print what the run would send and how long it would take; judge nothing',
      ),
    )
    .addOption(new Option('--verbose', 'print every test as it ends and every failed cell in full'))
    .addOption(
      new Option('--quiet', 'print one line per fail, and the last line').conflicts('verbose'),
    )
    .addOption(
      new Option('--json', 'print events as JSON Lines (store/run-events.schema.json)').conflicts([
        'quiet',
        'verbose',
        'list',
      ]),
    )
    .addOption(
      // No run writes them unless it is asked to; older pipelines still say so.
      new Option('--no-allure', 'write no Allure results').hideHelp(),
    )
    .addOption(new Option('--no-page', 'write no conformance page').hideHelp())
    .addOption(outOption());
};
