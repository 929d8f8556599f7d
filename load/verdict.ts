import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import type { Finding } from '../oracles/finding.ts';
import type { K6Problem } from './k6-outcome.ts';
import type { Measured, ThresholdResult } from './measure.ts';
import type { ValidityFact } from './validity.ts';

/** How a load run ends. INCONCLUSIVE: something was seen that another run could settle. ERROR: the harness is at fault. */
export type LoadVerdict = 'PASS' | 'FAIL' | 'INVALID' | 'INCONCLUSIVE' | 'ERROR';

/** The exit code of each verdict. */
export const VERDICT_EXITS = {
  PASS: EXIT.conformant,
  FAIL: EXIT.nonConformant,
  INVALID: EXIT.incomplete,
  INCONCLUSIVE: EXIT.incomplete,
  ERROR: EXIT.harness,
} as const satisfies Record<LoadVerdict, ExitCode>;

/** Wrong answers of one kind: one requirement, on one operation. */
export interface WrongKind {
  readonly requirement: string;
  readonly operation: string;
  /** How many were told of; there may be more. */
  readonly count: number;
  readonly wanted: string;
  readonly got: string;
  /** Steps of the profile in which it was seen, ascending; 0: before, in the warm-up or on a journey. */
  readonly steps: readonly number[];
  /** Numbers of the first exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** All that decides. */
export interface LoadEvidence {
  readonly findings: readonly (Finding & { readonly step: number })[];
  readonly problems: readonly K6Problem[];
  readonly facts: readonly ValidityFact[];
  /** Undefined where k6 measured nothing. */
  readonly measured: Measured | undefined;
  /** Lines on which no price request was accepted beforehand. */
  readonly closed: readonly string[];
}

/** A verdict, why, and what else is worth a line. */
export interface Decision {
  readonly verdict: LoadVerdict;
  readonly reasons: readonly string[];
  readonly wrong: readonly WrongKind[];
}

const KEPT = 5;

/** The wrong answers by kind, the most frequent first. */
const wrongKinds = (findings: LoadEvidence['findings']): readonly WrongKind[] => {
  const kinds = new Map<string, LoadEvidence['findings'][number][]>();
  for (const finding of findings) {
    if (finding.verdict !== 'fail') continue;
    const key = `${finding.requirement}@${finding.operation}`;
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  return [...kinds.values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const all = [first, ...rest];
      const exchanges = [...new Set(all.flatMap((each) => each.exchanges))];
      return {
        requirement: first.requirement,
        operation: first.operation,
        count: exchanges.length,
        wanted: first.wanted,
        got: first.got,
        steps: [...new Set(all.map(({ step }) => step))].sort((a, b) => a - b),
        exchanges: exchanges.slice(0, KEPT),
      };
    })
    .toSorted((a, b) => b.count - a.count);
};

const number = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? String(Math.round(value))
    : value.toPrecision(2);

/** `12 %`, `4.2 ms`; a unit that goes without saying is left out. */
export const amountText = (value: number | null, unit: ValidityFact['unit']): string => {
  if (value === null) return 'not known here';
  if (unit === 'share') return `${number(value * 100)} %`;
  return unit === 'cores' || unit === 'requests' ? number(value) : `${number(value)} ${unit}`;
};

const brokenRule = ({ name, value, limit, least, unit }: ValidityFact): string =>
  `${name}: ${amountText(value, unit)}, ${least ? 'at least' : 'at most'} ${amountText(limit, unit)} wanted`;

const wrongText = ({ requirement, operation, count, wanted, got, steps }: WrongKind): string => {
  const first = steps.find((step) => step > 0);
  const where = first === undefined ? '' : `, first in step ${first}`;
  return `${requirement} on ${operation}: wanted ${wanted}, got ${got} (${count} times or more${where})`;
};

const crossed = ({ what, expression, actual }: ThresholdResult): string => {
  const [, limit = ''] = expression.split('=');
  return `${what}: ${actual === null ? 'none' : number(actual)}, at most ${limit} allowed`;
};

/** Share of errors that is too many where the target sets no limit: then nobody knows what the rest is worth. */
const UNEXPLAINED = 0.01;

const errorDoubts = ({ lines, thresholds }: Measured): string[] =>
  Object.entries(lines).flatMap(([line, { errors, requests }]) => {
    const limited = thresholds.some(
      ({ kind, metric }) =>
        kind === 'errors' && (metric.includes(`line:${line}`) || !metric.includes('line:')),
    );
    if (limited || requests === 0 || errors / requests <= UNEXPLAINED) return [];
    return [
      `${line}: ${number((errors / requests) * 100)} % of the price requests failed, and the target sets no limit (load.slo.lines.${line}.errorRate)`,
    ];
  });

const doubts = (evidence: LoadEvidence, wrong: readonly WrongKind[]): string[] => {
  const { measured, closed } = evidence;
  const found = wrong.map(
    (kind) =>
      `seen once only, exchange ${kind.exchanges[0]}: ${wrongText({ ...kind, steps: kind.steps })}`,
  );
  for (const line of closed)
    found.push(`${line}: no price request was accepted, so there was nothing to measure`);
  if (!measured) return found;
  found.push(...errorDoubts(measured));
  if (measured.unlike > 0)
    found.push(`${measured.unlike} answers begin otherwise than the first one of their line did`);
  const { begun, ended } = measured.journeys;
  if (begun > 0 && ended === 0) found.push(`none of ${begun} journeys came to its end`);
  return found;
};

/**
 * The verdict. Two wrong answers of one kind are a FAIL however the measurement went; a limit that was missed is one only
 * where the measurement is valid. Nothing that was not seen is a PASS.
 */
export const decide = (evidence: LoadEvidence): Decision => {
  const { problems, facts, measured } = evidence;
  const wrong = wrongKinds(evidence.findings);
  const twice = wrong.filter(({ count }) => count > 1);
  const harness = problems.filter(({ fault }) => fault === 'harness').map(({ text }) => text);
  if (harness.length > 0) return { verdict: 'ERROR', reasons: harness, wrong };
  if (twice.length > 0) return { verdict: 'FAIL', reasons: twice.map(wrongText), wrong };

  const once = doubts(evidence, wrong);
  const missing = measured?.thresholds.filter(({ kind, ok }) => kind === 'count' && !ok) ?? [];
  const invalid = [
    ...problems.map(({ text }) => text),
    ...facts.filter(({ ok }) => !ok).map(brokenRule),
    ...missing.map(
      ({ what, actual, expression }) => `${what}: ${actual ?? 0}, ${expression} wanted`,
    ),
  ];
  if (invalid.length > 0) return { verdict: 'INVALID', reasons: [...invalid, ...once], wrong };
  const missed = measured?.thresholds.filter(({ kind, ok }) => kind !== 'count' && !ok) ?? [];
  if (missed.length > 0)
    return { verdict: 'FAIL', reasons: [...missed.map(crossed), ...once], wrong };
  if (once.length > 0) return { verdict: 'INCONCLUSIVE', reasons: once, wrong };
  if (!measured) return { verdict: 'INVALID', reasons: ['nothing was measured'], wrong };
  return { verdict: 'PASS', reasons: [], wrong };
};
