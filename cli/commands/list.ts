import { Command } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { counted } from '../../spec/message-text.ts';
import { COLUMNS, wrap } from '../../store/printable.ts';
import { CATALOGUE, catalogueSummary, type RequirementId } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { lineOption, runOption } from '../options/options.ts';
import { print } from '../output/print.ts';
import type { SelectionOptions } from '../../store/selection.ts';

interface ListOptions extends Pick<SelectionOptions, 'requirement'> {
  readonly line: readonly Line[];
  readonly summary?: true;
  readonly coverage?: true;
}

const ID = 24;
const LEVEL = 9;
const COUNT = 15;
const STATEMENT = COLUMNS - ID - LEVEL - COUNT;

const onLines = ({ operations }: Requirement, lines: readonly Line[]) =>
  operations.filter((on) => lines.includes(operation(on).line));

/** Id, level, number of operations and statement; an id that is too long gets its own line. */
const renderRow = (id: string, level: string, count: string, statement: string): string => {
  const [first = '', ...others] = wrap(statement, STATEMENT, 9);
  const row = level.padEnd(LEVEL) + count.padEnd(COUNT) + first;
  const head = id.length < ID ? [id.padEnd(ID) + row] : [id, ' '.repeat(ID) + row];
  return [...head, ...others.map((text) => ' '.repeat(ID + LEVEL + COUNT) + text)].join('\n');
};

/** Requirements on these lines, one per row, at most 100 columns wide. */
const renderRequirements = (ids: readonly RequirementId[], lines: readonly Line[]): string =>
  [...CATALOGUE]
    .filter(([id, each]) => ids.includes(id) && onLines(each, lines).length > 0)
    .map(([id, each]) =>
      renderRow(id, each.level, counted(onLines(each, lines).length, 'operation'), each.statement),
    )
    .join('\n');

const TITLES = ['requirements', 'not observable', 'cells'];

/** Requirements and cells by line and level; requirements of several lines count on each. */
const renderSummaryTable = (lines: readonly Line[]): string => {
  const head = `${'Line'.padEnd(12)}${'Level'.padEnd(9)}${TITLES.map((title) => title.padStart(title.length + 2)).join('')}`;
  const rows = catalogueSummary()
    .filter(({ line }) => lines.includes(line))
    .map(({ line, level, requirements, notObservable, cells }) => {
      const columns = [requirements, notObservable, cells].map((count, at) =>
        String(count).padStart((TITLES[at]?.length ?? 0) + 2),
      );
      return LINE_TITLES[line].padEnd(12) + level.padEnd(9) + columns.join('');
    });
  return [head, ...rows].join('\n');
};

/** `assay list`: the requirements that are judged, and the number of cells. */
export const listCommand = ({ conclude }: CommandContext): Command =>
  new Command('list')
    .description('list the requirements: id, level, operations, statement')
    .addOption(lineOption())
    .addOption(runOption('requirement').conflicts('summary'))
    .option('--summary', 'print only their number, by line and level')
    .option('--coverage', 'count the generated faults and legal values, and how many a run sends')
    .action(async ({ line, requirement, summary, coverage }: ListOptions) => {
      if (coverage) {
        // Loaded on demand: the generators take a moment.
        const { renderCoverage } = await import('./coverage.ts');
        print(renderCoverage(line));
        conclude(EXIT.conformant);
        return;
      }
      const all = [...CATALOGUE.keys()];
      const ids = requirement ? selectIds(requirement, all, 'requirement') : all;
      const text = summary ? renderSummaryTable(line) : renderRequirements(ids, line);
      if (text !== '') print(text);
      conclude(EXIT.conformant);
    });
