import { Command, Option } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { shellWord } from '../../client/shell-word.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { nameOf, renderCellStory, verdictLine } from '../../reports/console/cell-story.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { httpArchive } from '../../reports/http-archive.ts';
import { failureStory, type FailureStory } from '../../reports/story/failure-story.ts';
import type { ServiceOptions } from '../../runner/run-options.ts';
import { readShownRun, type ShownRun } from '../../runner/shown-run.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { httpTranscript } from '../../spec/http-transcript.ts';
import { printableJson } from '../../store/printable.ts';
import { finishedRunAt, replayedRunAt } from '../../store/replay-source.ts';
import { tracesOf } from '../../store/run-record.ts';
import { orUsageError, resolveRun } from '../../store/resolve-run.ts';
import type { CommandContext } from '../command-context.ts';
import { addServiceOptions } from '../options/options.ts';
import { print } from '../output/print.ts';

interface ShowOptions extends ServiceOptions {
  readonly run?: string;
  readonly bodies?: boolean;
  readonly json?: boolean;
  readonly as?: Form;
}

/** Forms in which calls can be taken elsewhere. */
const FORMS = ['script', 'http', 'har'] as const;
type Form = (typeof FORMS)[number];

/** Cells whose calls are printed; of more, only the verdicts are. */
const MOST = 3;

const FORM = /^([^@]+)(?:@([^@]+))?$/;

/** Cells of a run that a word such as `GAP-CONTRACT-*@gap.contract-create` names. Throws UsageError if there are none. */
const cellsNamed = (
  word: string,
  { verdicts }: ShownRun,
  shown: string,
): readonly CellVerdict[] => {
  const [, requirement, on = '*'] = FORM.exec(word) ?? [];
  if (requirement === undefined)
    throw new UsageError(
      `expected a requirement, or a cell such as AUTH-01@gap.draft-get; got ${word}`,
    );
  const requirements = selectIds([requirement], [...CATALOGUE.keys()], 'requirement');
  const own = verdicts.filter((each) => requirements.includes(each.requirement));
  if (own.length === 0)
    throw new UsageError(
      `the ledger of ${shown} has no cell of ${requirement}; name another run with --run`,
    );
  const operations = [...new Set(own.map(({ operation }) => operation))];
  const listed = `assay show ${requirement}`;
  const chosen = selectIds([on], operations, `cell of ${requirement} on`, listed);
  return own.filter(({ operation }) => chosen.includes(operation));
};

const storyOf = (cell: CellVerdict, run: ShownRun): FailureStory =>
  failureStory(cell, run.findingsOf(cell.cell), run.byNumber, run.historiesOf);

const documentOf = (cell: CellVerdict, run: ShownRun) => ({
  ...cell,
  calls: storyOf(cell, run)
    .lanes.flat()
    .map(({ exchange, part, decides }) => ({
      exchange: exchange.n,
      part,
      decides,
      ...(JSON.parse(httpTranscript(exchange)) as object),
    })),
});

/** The only cell, which a reproduction needs. Throws UsageError if there are several. */
const onlyCell = ([cell, ...others]: readonly CellVerdict[]): CellVerdict => {
  if (cell !== undefined && others.length === 0) return cell;
  const named = cell === undefined ? '' : `, such as ${nameOf(cell)}`;
  throw new UsageError(`--as takes one cell, and ${others.length + 1} match; name one${named}`);
};

interface Shown {
  readonly path: string;
  readonly run: ShownRun;
  readonly version: string;
  readonly options: ShowOptions;
}

/** The calls of a cell in a form for another tool. Throws UsageError and TargetError. */
const reproduction = async (
  form: Form,
  verdict: CellVerdict,
  { path, run, version, options }: Shown,
): Promise<string> => {
  const story = storyOf(verdict, run);
  const calls = story.lanes.flat().map(({ exchange }) => exchange);
  if (calls.length === 0)
    throw new UsageError(`no call of the run shows the verdict of ${nameOf(verdict)}`);
  if (form === 'har') return JSON.stringify(httpArchive(calls, version), undefined, 2);
  const { reproduce } = await import('../../runner/reproduction/reproduce.ts');
  return reproduce(form, replayedRunAt(path, version), { verdict, story }, options);
};

/** `assay show`: the calls that show the verdict of a cell, passed or not. */
export const showCommand = ({ version, conclude }: CommandContext): Command =>
  addServiceOptions(
    new Command('show').description(
      'print the calls of a run that show the verdict of a cell, passed or not',
    ),
  )
    .argument(
      '<cell>',
      'the requirement, such as GAP-CONTRACT-03, or a cell, such as AUTH-01@gap.draft-get',
    )
    .addOption(new Option('--run <folder>', "the run's folder, or its name (default: latest)"))
    .option('--bodies', 'print headers and body of every call, not only of those that decide')
    .addOption(
      new Option(
        '--as <form>',
        'print the calls of one cell as a bash script that sends them again, as a .http file for editors, or as a HAR file',
      )
        .choices(FORMS)
        .conflicts(['json', 'bodies']),
    )
    .option('--json', 'print one JSON document')
    .action(async (word: string, options: ShowOptions) => {
      const { run: given, bodies = false, json, as } = options;
      const path = resolveRun(given);
      finishedRunAt(path, version);
      const run = orUsageError(() => readShownRun(path));
      const cells = cellsNamed(word, run, given ?? path);
      const [first] = cells;
      const style = {
        colour: wantsColour(process.stdout),
        bodies,
        traces: tracesOf(run.record),
      };
      if (as) print(await reproduction(as, onlyCell(cells), { path, run, version, options }));
      else if (json)
        print(
          printableJson(
            cells.map((cell) => documentOf(cell, run)),
            2,
          ),
        );
      else if (first && cells.length > MOST) {
        for (const cell of cells) print(verdictLine(cell));
        const next = ['assay show', nameOf(first), ...(given ? ['--run', shellWord([given])] : [])];
        print(`\n${cells.length} cells; name one to see its calls: ${next.join(' ')}`);
      } else
        print(cells.map((cell) => renderCellStory(cell, storyOf(cell, run), style)).join('\n\n\n'));
      conclude(EXIT.conformant);
    });
