import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { K6Problem } from '../k6/k6-outcome.ts';
import {
  valueText,
  limitText,
  beyondText,
  numberText,
  isOverhead,
  mayBeServiceFault,
  type ValidityFact,
} from './validity.ts';
import type { Measurements, Series } from '../measuring/measure.ts';
import type { ThresholdResult } from './judge-limits.ts';
import type { TrendVerdict } from './trend.ts';
import { type JudgingCoverage, quotaDoubts } from './judging-coverage.ts';
import {
  type Sighting,
  sightingKinds,
  sightingText,
  type WrongKind,
  wrongKinds,
  wrongTexts,
  wrongText,
} from './wrong-answers.ts';
import { errorsText, type Unanswered, unansweredText } from '../failures.ts';

const sumOf = (
  all: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

/** Causes of the errors of some series: `429 with Retry-After: 812, 500: 3, 2 no answer in time`; empty without any. */
export const errorCauses = (...all: readonly Pick<Series, 'statuses' | 'unanswered'>[]): string =>
  [
    errorsText(sumOf(all.map(({ statuses }) => statuses))),
    unansweredText(
      sumOf(all.map(({ unanswered }) => unanswered)) as Partial<Record<Unanswered, number>>,
    ),
  ]
    .filter((text) => text !== '')
    .join(', ');

/** ` (…)`, or nothing for an empty text. */
export const inParentheses = (text: string): string => (text === '' ? '' : ` (${text})`);

/** Error rate without any limit in the target above which a verdict is inconclusive. */
const UNEXPLAINED = 0.01;

const errorDoubts = ({ lines, thresholds }: Measurements): string[] =>
  Object.entries(lines).flatMap(([line, series]) => {
    const share = series.errors / series.requests;
    const isLimited = thresholds.some(
      ({ kind, on }) => kind === 'errors' && (on.line ?? line) === line,
    );
    if (isLimited || !(share > UNEXPLAINED)) return [];
    return `${line}: ${numberText(share * 100)} % of the price requests failed${inParentheses(errorCauses(series))}, and the target sets no limit (load.slo.lines.${line}.errorRate)`;
  });

/** Lines without any successful price request: whatever is allowed, they have no latency. */
const unseenLines = ({ lines }: Measurements): string[] =>
  Object.entries(lines).flatMap(([line, { sketch, requests }]) =>
    sketch === null && requests > 0
      ? [`${line}: none of ${requests} price requests succeeded, so no latency was measured`]
      : [],
  );

/** Open points that another run, or another target, could settle; any of them prevents a PASS. */
const doubts = (
  evidence: Pick<LoadEvidence, 'measured' | 'closed' | 'lookedAt' | 'sightings'>,
  wrong: readonly WrongKind[],
): string[] => {
  const { measured, closed, lookedAt = [], sightings = [] } = evidence;
  const found = wrong.map(
    (kind) => `seen only once, exchange ${kind.exchanges[0]}: ${wrongText(kind)}`,
  );
  const kinds = sightingKinds(sightings).filter(({ excluded }) => excluded < 2);
  found.push(...kinds.map(sightingText));
  for (const { line, why } of closed)
    found.push(`${line}: ${why}, so there was nothing to measure`);
  if (!measured) return found;
  found.push(...errorDoubts(measured), ...unseenLines(measured));
  for (const { open } of measured.thresholds)
    if (open?.why === 'few' || open?.why === 'idle') found.push(open.text);
  found.push(...quotaDoubts(lookedAt));
  const { begun, ended } = measured.journeys;
  if (begun > 0 && ended === 0) found.push(`none of ${begun} journeys reached its end`);
  return found;
};

/** Verdict of a load run. INCONCLUSIVE: an observation that another run could settle. ERROR: an error of the harness. */
export type LoadVerdict = 'PASS' | 'FAIL' | 'INVALID' | 'INCONCLUSIVE' | 'ERROR';

/** Exit codes by verdict. */
export const VERDICT_EXITS = {
  PASS: EXIT.conformant,
  FAIL: EXIT.nonConformant,
  INVALID: EXIT.incomplete,
  INCONCLUSIVE: EXIT.incomplete,
  ERROR: EXIT.harness,
} as const satisfies Record<LoadVerdict, ExitCode>;

/** Evidence for a verdict. */
export interface LoadEvidence {
  readonly findings: readonly (Finding & { readonly step: number })[];
  readonly problems: readonly K6Problem[];
  readonly facts: readonly ValidityFact[];
  /** Undefined if k6 measured nothing. */
  readonly measured: Measurements | undefined;
  /** Lines on which no price request was accepted before the load, with the reason. */
  readonly closed: readonly { readonly line: string; readonly why: string }[];
  /** A sentence if the service stopped answering; undefined otherwise. */
  readonly silence?: string | undefined;
  /** Judgement of the trends; default: not examined. */
  readonly trend?: Pick<TrendVerdict, 'missed' | 'unsure'>;
  /** Number of fully judged answers by line and step. */
  readonly lookedAt?: readonly JudgingCoverage[];
  /** Answers that differ from those before the load, of kinds that no requirement names. */
  readonly sightings?: readonly Sighting[];
}

/** A verdict with its reasons and notes. */
export interface Decision {
  readonly verdict: LoadVerdict;
  readonly reasons: readonly string[];
  readonly wrong: readonly WrongKind[];
}

/** A rule of validity that a run broke, as a reason. */
export const brokenRule = (fact: ValidityFact): string =>
  `${fact.name}: ${valueText(fact)} (${limitText(fact)})`;

/** Tests if a limit was surely missed. */
export const isMissed = ({ ok, open }: ThresholdResult): boolean => !ok && open === undefined;

/** Causes of the errors that a limit applies to; unknown for limits of a step. */
const causesOf = ({ kind, on }: ThresholdResult, { lines }: Measurements): string => {
  if (kind !== 'errors' || on.step !== undefined) return '';
  const own = Object.entries(lines)
    .filter(([line]) => on.line === undefined || on.line === line)
    .map(([, series]) => series);
  return inParentheses(errorCauses(...own));
};

const crossed = (result: ThresholdResult, measured: Measurements): string => {
  const { what, most, actual, dropped, starts } = result;
  const got = actual === null ? 'no price request succeeded' : beyondText(actual, most);
  const even =
    dropped === 0
      ? ''
      : `; ${dropped} of ${starts} starts were dropped, since all virtual users were waiting for answers`;
  return `${what}: ${got}${causesOf(result, measured)}, at most ${most} allowed${even}`;
};

/** Tests if a limit already accounts for the dropped starts of a line, so that the rule about them is redundant. */
const isCoveredByLimit = (
  { name }: ValidityFact,
  thresholds: readonly ThresholdResult[],
): boolean =>
  name.endsWith(': starts dropped') &&
  thresholds.some(({ on }) => on.line === undefined || name.startsWith(`${on.line}:`));

/**
 * Tests if a rule about the generator's overhead decides nothing: shorter times would not change the result of a latency limit
 * that held, or that was missed by more.
 */
const isHarmlessOverhead = (
  fact: ValidityFact,
  { measured, trend }: Pick<LoadEvidence, 'measured' | 'trend'>,
): boolean =>
  isOverhead(fact) &&
  (trend?.missed.length ?? 0) === 0 &&
  (measured?.thresholds ?? []).every(
    ({ kind, ok, open, actual, most }) =>
      kind !== 'latency' ||
      ok ||
      open !== undefined ||
      (actual !== null && actual - (fact.value ?? 0) > most),
  );

/** Overhead beyond its limit that decides nothing, for a note. */
export const harmlessOverhead = (
  evidence: Pick<LoadEvidence, 'facts' | 'measured' | 'trend'>,
): readonly string[] =>
  evidence.facts
    .filter((fact) => !fact.ok && isHarmlessOverhead(fact, evidence))
    .map((fact) => `${brokenRule(fact)}, without which every latency would be shorter`);

/** Reasons why the measurement is void; empty if it is valid. */
const invalidity = (evidence: LoadEvidence): string[] => {
  const { problems, facts, measured } = evidence;
  // All other problems follow from these.
  if (problems.length > 0) return problems.map(({ text }) => text);
  const { thresholds = [] } = measured ?? {};
  const isHarmless = (fact: ValidityFact): boolean =>
    isCoveredByLimit(fact, thresholds) || isHarmlessOverhead(fact, evidence);
  const broken = facts.filter((fact) => !fact.ok && !isHarmless(fact));
  // A service that answers nothing keeps every virtual user waiting, which is not the generator's fault.
  const isService = thresholds.some((each) => isMissed(each) && each.kind === 'errors');
  const own = isService ? broken.filter((fact) => !mayBeServiceFault(fact)) : broken;
  const open = thresholds.some(isMissed)
    ? []
    : thresholds.flatMap(({ open: left }) =>
        left?.why === 'dropped' || left?.why === 'unseen' ? [left.text] : [],
      );
  return [
    ...own.map(brokenRule),
    ...open,
    ...(measured && Object.keys(measured.lines).length === 0 ? ['nothing was measured'] : []),
  ];
};

/** Missed limits of new connections: a late or busy generator closes none. */
const closedConnections = (measured: Measurements | undefined): readonly string[] =>
  (measured?.thresholds ?? []).flatMap((each) =>
    measured && each.kind === 'connections' && isMissed(each) ? [crossed(each, measured)] : [],
  );

/**
 * Decides the verdict. Two wrong answers of one kind are a FAIL whatever the validity of the measurement, and so are
 * too many new connections; any other missed limit is one only if the measurement is valid. Nothing unobserved is a
 * PASS.
 */
export const decide = (evidence: LoadEvidence): Decision => {
  const { problems, measured, silence, trend = { missed: [], unsure: [] } } = evidence;
  const wrong = wrongKinds(evidence.findings);
  const twice = [
    ...wrongTexts(wrong.filter(({ count }) => count > 1)),
    ...sightingKinds(evidence.sightings ?? [])
      .filter(({ excluded }) => excluded > 1)
      .map(sightingText),
  ];
  const harness = problems.filter(({ fault }) => fault === 'harness').map(({ text }) => text);
  const first = silence === undefined ? [] : [silence];
  if (harness.length > 0) return { verdict: 'ERROR', reasons: harness, wrong };
  const invalid = invalidity(evidence);
  if (twice.length > 0) {
    const stopped = problems.map(({ text }) => text);
    return { verdict: 'FAIL', reasons: [...stopped, ...first, ...twice], wrong };
  }
  const isCutShort = problems.length > 0;
  const once = [
    ...doubts(isCutShort ? { measured: undefined, closed: [] } : evidence, wrong),
    ...(isCutShort ? [] : trend.unsure),
  ];
  const closing = isCutShort ? [] : closedConnections(measured);
  if (invalid.length > 0 && closing.length > 0)
    return { verdict: 'FAIL', reasons: [...first, ...closing, ...invalid, ...once], wrong };
  if (invalid.length > 0)
    return {
      verdict: 'INVALID',
      reasons: isCutShort ? [...invalid, ...first, ...once] : [...first, ...invalid, ...once],
      wrong,
    };
  const crossings =
    measured?.thresholds.filter(isMissed).map((each) => crossed(each, measured)) ?? [];
  const missed = [...crossings, ...trend.missed];
  if (missed.length > 0) return { verdict: 'FAIL', reasons: [...first, ...missed, ...once], wrong };
  if (first.length + once.length > 0)
    return { verdict: 'INCONCLUSIVE', reasons: [...first, ...once], wrong };
  if (!measured) return { verdict: 'INVALID', reasons: ['nothing was measured'], wrong };
  return { verdict: 'PASS', reasons: [], wrong };
};
