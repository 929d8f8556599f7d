import { markdownTable } from '../../exam/markdown-table.ts';
import type { Machine } from './machine.ts';
import { type Measured, PARTS, type Results } from './part.ts';

const HEADING = `# Benchmarks

This page is written by \`npm run bench -- --write\`. Each figure is made in one run, in turns with what it is compared with, so the
ratios hold on other machines where the figures do not.`;

const bodyOf = (heads: readonly string[], result: Measured | undefined): string => {
  if (result === undefined) return 'Not measured in this run.';
  return 'skipped' in result
    ? `Not measured: ${result.skipped}.`
    : markdownTable(heads, result.rows);
};

/** The page `docs/benchmarks.md`. */
export const benchmarksPage = (machine: Machine, results: Results): string => {
  const facts = markdownTable(
    ['what', 'value'],
    Object.entries(machine).map(([name, value]) => [name, value]),
  );
  const parts = PARTS.map(
    ({ id, title, how, heads }) => `## ${title}\n\n${how}\n\n${bodyOf(heads, results.get(id))}`,
  );
  return `${[HEADING, `## Where and when\n\n${facts}`, ...parts].join('\n\n')}\n`;
};

/** What of a page does not change from run to run: its headings, and what stands beside no figure. */
export const shapeOf = (page: string): readonly string[] =>
  page.split('\n').filter((line) => line !== '' && !/^(\||Not measured)/.test(line));
