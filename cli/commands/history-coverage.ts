import { gapsIn, renderContextCoverage } from '../../reports/console/context-coverage.ts';
import { identityIn, pastContexts, type PastContexts } from '../../runner/past-contexts.ts';
import { counted } from '../../spec/message-text.ts';
import { inlineText, printableJson } from '../../store/printable.ts';
import { print } from '../output/print.ts';

/** Options of `assay history coverage`. */
export interface CoverageOptions {
  readonly target?: string;
  /** Names every gap. */
  readonly all?: true;
  readonly json?: true;
}

/** Unreadable records that are named. */
const UNREADABLE = 5;

const lackingOf = (runs: number, without: number): string => {
  if (without === 0) return '';
  return without === runs
    ? ', none with a record of its contexts'
    : `, ${without} of them without a record of contexts`;
};

const headOf = ({ target, runs, without, from, to }: PastContexts): string => {
  const days = from === to ? `on ${to}` : `from ${from} to ${to}`;
  return inlineText(`${target}: ${counted(runs, 'run')} ${days}${lackingOf(runs, without)}`, 240);
};

const unreadableLines = ({ unreadable }: PastContexts): readonly string[] => {
  const more = unreadable.length - UNREADABLE;
  return [
    ...unreadable
      .slice(0, UNREADABLE)
      .map((name) =>
        inlineText(
          `contexts.json of ${name} cannot be read: it is damaged, or of another version of Assay`,
          160,
        ),
      ),
    ...(more > 0
      ? [`nor can ${more === 1 ? 'that' : 'those'} of ${counted(more, 'more run')}`]
      : []),
  ];
};

const documentOf = (coverage: PastContexts): object => {
  const { pairs, dimensions, combinations, ...rest } = coverage;
  return {
    ...rest,
    dimensions,
    pairs,
    combinations,
    gaps: gapsIn(coverage).map(({ kind, dimension, value }) => ({ kind, dimension, value })),
  };
};

/** Prints in which contexts the runs on a target made their probes, and which are missing. Throws UsageError and TargetError. */
export const printContextCoverage = async (
  out: string,
  { target, all, json }: CoverageOptions,
): Promise<void> => {
  const coverage = pastContexts(out, target === undefined ? undefined : await identityIn(target));
  if (json) return print(printableJson(documentOf(coverage), 2));
  print([headOf(coverage), ...unreadableLines(coverage)].join('\n'));
  const why =
    coverage.unreadable.length > 0 ? '' : ': earlier versions of Assay wrote no contexts.json';
  print(
    coverage.runs === coverage.without
      ? `there is nothing to count${why}`
      : `\n${renderContextCoverage(coverage, all === true)}`,
  );
};
