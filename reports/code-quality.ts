import { createHash } from 'node:crypto';
import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { inLine } from '../store/printable.ts';

/** What a code quality file is made from; all of it without secrets. */
export interface CodeQualitySource {
  readonly verdicts: readonly CellVerdict[];
  /** The name of the target: the same cell of another target is another issue. */
  readonly target: string;
  /** File of the repository on which the issues are shown, relative to its root. */
  readonly path: string;
  /** Command that runs a cell again. */
  readonly replay: (verdict: CellVerdict) => string;
}

/** One issue of GitLab's code quality format, the part of Code Climate's that GitLab reads. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** Characters of a text that a service sent. */
const WIDEST = 400;

/** What the specification says itself weighs more than what follows from it. */
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
    `${why}wanted ${inLine(cell.wanted, WIDEST)}, got ${inLine(cell.got, WIDEST)}`,
    inLine(replay, WIDEST),
  ].join(' | ');
};

/**
 * What did not pass as a GitLab code quality report, an issue a cell. The fingerprint is that of the cell, so that GitLab
 * tells what is new and what was resolved from one run to the next.
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
