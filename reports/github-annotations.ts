import type { FirstCause } from '../oracles/causes/first-cause.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { inlineText } from '../store/printable.ts';

/** GitHub shows this many annotations of each level per step and drops the others. */
const SHOWN = 10;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Workflow command of GitHub Actions; line breaks, percent signs and, in the title, commas and colons are escaped. */
export const annotation = (
  level: 'error' | 'warning' | 'notice',
  title: string,
  text: string,
): string => `::${level} title=${property(title)}::${data(text)}`;

/** Characters of a value; GitHub truncates longer annotations. */
const WIDEST = 1000;
const value = (text: string): string => inlineText(text, WIDEST);

const describe = (verdict: CellVerdict, replay: string): string =>
  [
    `expected  ${value(verdict.wanted)}`,
    `got       ${value(verdict.got)}`,
    ...(verdict.where === undefined ? [] : [`where     ${value(verdict.where)}`]),
    ...(verdict.reason === undefined ? [] : [`why       ${reasonText(verdict)}`]),
    `replay    ${value(replay)}`,
  ].join('\n');

const titleOf = ({ operation, cells }: FirstCause): string =>
  `${cells.length === 1 ? '1 cell' : `${cells.length} cells`} not judged${operation === undefined ? '' : `, ${operation}`}`;

const describeCause = ({ sentence, target, answer }: FirstCause): string =>
  [
    value(sentence),
    ...(target === undefined ? [] : [`target  ${value(target)}`]),
    ...(answer === undefined ? [] : [`answer  ${value(answer)}`]),
  ].join('\n');

/**
 * Workflow commands of GitHub Actions: fails as errors; causes of inconclusive cells, and inconclusive cells without
 * a cause, as warnings. One line each, at most ten per level, with a notice of the total if there are more. `replay`
 * is the command that repeats a cell.
 */
export const githubAnnotations = (
  verdicts: readonly CellVerdict[],
  replay: (verdict: CellVerdict) => string,
  causes: readonly FirstCause[] = [],
): readonly string[] => {
  const explained = new Set(causes.flatMap(({ cells }) => cells));
  const errors = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const open = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const shown = (level: 'error' | 'warning', cells: readonly CellVerdict[]) =>
    cells.map((each) => annotation(level, each.cell, describe(each, replay(each))));
  const warnings = [
    ...causes.map((cause) => annotation('warning', titleOf(cause), describeCause(cause))),
    ...shown(
      'warning',
      open.filter(({ cell }) => !explained.has(cell)),
    ),
  ];
  const sum = (count: number, lines: readonly string[], what: string) =>
    lines.length <= SHOWN
      ? []
      : [
          annotation(
            'notice',
            `${count} cells ${what}`,
            `The first ${SHOWN} are annotated, all are in verdicts.jsonl and junit.xml.`,
          ),
        ];
  const failures = shown('error', errors);
  return [
    ...failures.slice(0, SHOWN),
    ...sum(errors.length, failures, 'failed'),
    ...warnings.slice(0, SHOWN),
    ...sum(open.length, warnings, 'were not judged'),
  ];
};
