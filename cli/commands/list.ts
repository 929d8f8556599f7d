import { Command } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { CATALOGUE, catalogueSummary } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { ALL, operation } from '../../spec/operations.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { lineOption, runOption } from '../options/options.ts';
import { print } from '../output/print.ts';
import { LISTS_OPERATIONS, type SelectionOptions } from '../../store/selection.ts';
import { requirementRows } from './requirement-rows.ts';

interface ListOptions extends Pick<SelectionOptions, 'requirement' | 'operation'> {
  readonly line: readonly Line[];
  readonly summary?: true;
  readonly coverage?: true;
}

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
    .addOption(runOption('operation').conflicts('summary'))
    .option('--summary', 'print only their number, by line and level')
    .option('--coverage', 'count the generated faults and legal values, and how many a run sends')
    .action(async ({ line, requirement, operation: on, summary, coverage }: ListOptions) => {
      if (coverage) {
        // Loaded on demand: the generators take a moment.
        const { renderCoverage } = await import('./coverage.ts');
        print(renderCoverage(line));
        conclude(EXIT.conformant);
        return;
      }
      const all = [...CATALOGUE.keys()];
      const ids = requirement ? selectIds(requirement, all, 'requirement') : all;
      const operations = (on ? selectIds(on, ALL, 'operation', LISTS_OPERATIONS) : ALL).filter(
        (each) => line.includes(operation(each).line),
      );
      const text = summary ? renderSummaryTable(line) : requirementRows(ids, operations);
      if (text !== '') print(text);
      conclude(EXIT.conformant);
    });
