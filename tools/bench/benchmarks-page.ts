import { markdownTable } from '../../exam/tables.ts';
import { type Machine, type Measured, PARTS, type Results } from './part.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';

const HEADING = `# Benchmarks

\`npm run bench -- --write\` writes this page. It measures each part in one run, alternating between Assay and its rivals, so the ratios
hold on other machines even if the figures do not. \`npm run bench -- --only PART --write\` measures one part again and leaves the others alone. If the
machine had other work, the times are too long, but the ratios are about right.`;

/** Machine and method of a measurement. */
export interface BenchMethod {
  readonly machine: Machine;
  /** Such as `3 rounds, medians`. */
  readonly rounds: string;
}

const FIGURES = /^(\||Not measured|Measured on )/;

/** Content below a title of the old page, if it had figures. */
const figuresBelow = (page: string, title: string): string | undefined => {
  const lines = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
  const figures = (lines ?? '').split('\n').filter((line) => FIGURES.test(line));
  const table = figures.filter((line) => line.startsWith('|'));
  const others = figures.filter((line) => !line.startsWith('|'));
  return figures.length === 0 ? undefined : [...others, table.join('\n')].join('\n\n').trim();
};

const figuresOf = (
  heads: readonly string[],
  measured: Extract<Measured, { readonly rows: unknown }>,
  { machine, rounds }: BenchMethod,
): string => {
  const { date, processor, system, node } = machine;
  const programs = [`Node ${node}`, ...(measured.versions ?? [])].join('; ');
  const head = `Measured on ${date}, ${measured.rounds ?? rounds}: ${processor}, ${system}; ${programs}.`;
  return `${head}\n\n${markdownTable(heads, measured.rows)}`;
};

const missing = (measured: Measured | undefined): string =>
  measured && 'skipped' in measured
    ? `Not measured: ${measured.skipped.split('\n')[0]}.`
    : 'Not measured yet.';

/** Page `docs/benchmarks.md`; a part without new figures keeps the old ones. */
export const benchmarksPage = (manner: BenchMethod, results: Results, before: string): string => {
  const parts = PARTS.map(({ id, title, how, heads }) => {
    const measured = results.get(id);
    const figures =
      measured && 'rows' in measured
        ? figuresOf(heads, measured, manner)
        : (figuresBelow(before, title) ?? missing(measured));
    return `## ${title}\n\n${how}\n\n${figures}`;
  });
  return `${[HEADING, ...parts].join('\n\n')}\n`;
};

/** Constant part of a page: its headings, and lines without figures. */
export const shapeOf = (page: string): readonly string[] =>
  page.split('\n').filter((line) => line !== '' && !FIGURES.test(line));

const problemOf = (measured: Measured): string | undefined => {
  if ('broken' in measured) return `did not finish: ${measured.broken}`;
  if ('skipped' in measured) return `not measured: ${measured.skipped}`;
  return measured.failed ? 'measured, but the required figure was not reached' : undefined;
};

/** Summary of a bench: one line per part with a problem, and the number of good parts. */
export const benchSummary = (results: Results): readonly string[] => {
  const amiss = [...results].flatMap(([id, measured]) => {
    const what = problemOf(measured);
    return what === undefined ? [] : [`${id}: ${what}`];
  });
  const parts = results.size === 1 ? '1 part' : `${results.size} parts`;
  const right = results.size - amiss.length;
  return [...amiss, `${parts}, ${right === results.size ? 'all' : right} measured as expected`];
};

/**
 * Exit code of a bench: 4 if a part broke, 1 if a goal was missed. A part that cannot be measured is a usage error
 * (2) if it was named; otherwise the rest counts.
 */
export const benchExitCode = (parts: readonly Measured[], byName: boolean): ExitCode => {
  if (parts.some((each) => 'broken' in each)) return EXIT.harness;
  if (byName && parts.some((each) => 'skipped' in each)) return EXIT.usage;
  const failed = parts.some((each) => 'rows' in each && each.failed);
  return failed ? EXIT.nonConformant : EXIT.conformant;
};
