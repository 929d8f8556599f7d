import { createHash } from 'node:crypto';
import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { inlineText } from '../store/printable.ts';

/** Source of a code quality file, without secrets. */
export interface CodeQualitySource {
  readonly verdicts: readonly CellVerdict[];
  /** Name of the target: the same cell of another target is another issue. */
  readonly target: string;
  /** File in the repository to which the issues are attached, relative to its root. */
  readonly path: string;
  /** Command that repeats a cell. */
  readonly replay: (verdict: CellVerdict) => string;
}

/** Issue in GitLab's code quality format, a subset of Code Climate's. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** Characters of a text from a service. */
const WIDEST = 400;

/** Severity of a cell: an explicit requirement of the specification weighs more than a derived one. */
const severityOf = ({ verdict, requirement }: CellVerdict): Issue['severity'] | undefined => {
  if (verdict === 'error') return 'blocker';
  if (verdict === 'inconclusive') return 'minor';
  if (verdict === 'waived') return 'info';
  if (verdict !== 'fail') return undefined;
  return requirementOf(requirement).level === 'stated' ? 'critical' : 'major';
};

const describe = (cell: CellVerdict, replay: string): string => {
  const { line, name } = operation(cell.operation);
  const why = cell.verdict === 'inconclusive' ? `not judged, ${reasonText(cell)}; ` : '';
  return [
    `${LINE_TITLES[line]} ${name}: ${requirementOf(cell.requirement).statement}`,
    `${why}expected ${inlineText(cell.wanted, WIDEST)}, got ${inlineText(cell.got, WIDEST)}`,
    inlineText(replay, WIDEST),
  ].join(' | ');
};

/**
 * Renders failed cells as a GitLab code quality report, one issue per cell. The fingerprint is that of the cell, so
 * that GitLab can tell new issues from resolved ones.
 */
export const renderCodeQuality = (source: CodeQualitySource): string => {
  const issues = source.verdicts.flatMap((cell): Issue[] => {
    const severity = severityOf(cell);
    if (severity === undefined) return [];
    const fingerprint = createHash('sha256').update(`${source.target}\n${cell.cell}`).digest('hex');
    return [
      {
        description: describe(cell, source.replay(cell)),
        check_name: cell.requirement,
        fingerprint,
        severity,
        location: { path: source.path, lines: { begin: 1 } },
      },
    ];
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
};
