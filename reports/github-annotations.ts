import type { CellVerdict } from '../oracles/finding.ts';

/** GitHub shows so many annotations of each level a step and drops the others. */
const SHOWN = 10;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** One workflow command of GitHub Actions; line breaks, percent signs and, in the title, commas and colons are escaped. */
export const annotation = (
  level: 'error' | 'warning' | 'notice',
  title: string,
  text: string,
): string => `::${level} title=${property(title)}::${data(text)}`;

const describe = (verdict: CellVerdict, replay: string): string =>
  [
    `wanted  ${verdict.wanted}`,
    `got     ${verdict.got}`,
    ...(verdict.where === undefined ? [] : [`where   ${verdict.where}`]),
    ...(verdict.reason === undefined
      ? []
      : [`why     ${[verdict.reason, verdict.blockedBy].filter(Boolean).join(' ')}`]),
    `replay  ${replay}`,
  ].join('\n');

/**
 * The fails of a run as errors and its inconclusive cells as warnings of GitHub Actions, one line each, at most ten of
 * each; a notice says how many there are where that is more. `replay` is the command that runs a cell again.
 */
export const githubAnnotations = (
  verdicts: readonly CellVerdict[],
  replay: (verdict: CellVerdict) => string,
): readonly string[] => {
  const errors = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const warnings = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const shown = (level: 'error' | 'warning', cells: readonly CellVerdict[]) =>
    cells.slice(0, SHOWN).map((each) => annotation(level, each.cell, describe(each, replay(each))));
  const sum = (cells: readonly CellVerdict[], what: string) =>
    cells.length <= SHOWN
      ? []
      : [
          annotation(
            'notice',
            `${cells.length} cells ${what}`,
            `The first ${SHOWN} are annotated, all are in verdicts.jsonl and junit.xml.`,
          ),
        ];
  return [
    ...shown('error', errors),
    ...sum(errors, 'failed'),
    ...shown('warning', warnings),
    ...sum(warnings, 'are inconclusive'),
  ];
};
