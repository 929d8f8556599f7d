import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { rulesOn } from '../../spec/judgement.ts';
import { operation } from '../../spec/operations.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { FIRST_DRAWN } from '../../store/diff/first-drawn.ts';
import { MARKS, painter } from './paint.ts';
import {
  COLUMNS,
  inlineText,
  labelled,
  printable,
  justified,
  typedCommand,
  wrap,
} from '../../store/printable.ts';

/** Difference between the answers and the requirement. */
export interface Mismatch {
  readonly wanted: string;
  readonly got: string;
  readonly where?: string;
  /** Earlier calls after which it was met, and conditions that it needs; `got` contains them. */
  readonly context?: readonly string[];
  /** Numbers of the exchanges of the first finding. */
  readonly exchanges: readonly number[];
  /** Number of answers with this mismatch. */
  readonly count: number;
}

type Sighting = Pick<Finding, 'wanted' | 'got' | 'where' | 'context' | 'exchanges'>;

const keyOf = ({ where, wanted, got }: Sighting): string => JSON.stringify([where, wanted, got]);

const merged = ([first, ...others]: readonly [Sighting, ...Sighting[]]): Mismatch => ({
  wanted: first.wanted,
  got: first.got,
  ...(first.where === undefined ? {} : { where: first.where }),
  ...(first.context && { context: first.context }),
  exchanges: first.exchanges,
  count: new Set([first, ...others].map(({ exchanges }) => exchanges.at(-1))).size,
});

const belongsTo = ({ requirement, operation, verdict }: CellVerdict, finding: Finding): boolean =>
  finding.requirement === requirement &&
  finding.operation === operation &&
  finding.verdict === (verdict === 'waived' ? 'fail' : verdict);

/**
 * Distinct mismatches of a cell: the verdict's own first, then those of its findings with the same verdict (fails,
 * for a waived cell), in chronological order.
 */
export const mismatchesOf = (
  verdict: CellVerdict,
  findings: readonly Finding[],
): readonly Mismatch[] => {
  const groups = new Map<string, [Sighting, ...Sighting[]]>();
  for (const finding of findings) {
    if (!belongsTo(verdict, finding)) continue;
    const key = keyOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), finding] as [Sighting, ...Sighting[]]);
  }
  const own = groups.get(keyOf(verdict)) ?? [verdict];
  groups.delete(keyOf(verdict));
  return [own, ...groups.values()].map(merged);
};

/** Source of the report of one cell. */
export interface Failure {
  readonly verdict: CellVerdict;
  readonly requirement: Pick<Requirement, 'statement' | 'source' | 'rules'>;
  /** Findings of this cell. Default: the verdict's own one. */
  readonly findings?: readonly Finding[];
  /** The run's exchanges, or only those that the cell names. */
  readonly exchanges: readonly Exchange[];
  /** Command that repeats the decisive request, with secrets as variables. */
  readonly curl?: string | undefined;
  /** Command that repeats the cell. */
  readonly replay?: string | undefined;
  /** True if no earlier run on this target drew the data that show it. */
  readonly isFirstDrawn?: boolean;
  /** Addresses by name, `gap` and `base`, which abbreviate them in printed URLs. */
  readonly addresses?: Readonly<Record<string, string>>;
}

/** Style of the report of one cell. */
export interface FailureStyle {
  readonly colour?: boolean;
  /** Maximum number of lines, but never fewer than the first mismatch takes. Default 25. */
  readonly lines?: number;
}

/** Maximum number of lines of one cell's report. */
export const FAILURE_LINES = 25;
/** A longer sequence was not shrunk; the findings have its end. */
const STEP_LINES = 4;
/** Characters of a printed command: four lines of a terminal. */
const LONGEST_CURL = 4 * COLUMNS;
const INDENT = '     ';
const LABEL_WIDTH = 10;

const headOf = ({ verdict, requirement }: Failure, mark: string): string[] => {
  const { line: own, name } = operation(verdict.operation);
  const place = `${LINE_TITLES[own]} · ${name}`;
  const start = `${mark} ${verdict.requirement}`;
  const line = justified(`${start}  ${printable(requirement.statement)}`, place);
  if (line !== undefined) return [line];
  const statement = wrap(requirement.statement, COLUMNS - 2, 2).map((text) => `  ${text}`);
  return [justified(start, place) ?? start, ...statement];
};

const shortUrl = (url: string, addresses: Failure['addresses'] = {}, first: string): string => {
  const [found] = Object.entries(addresses)
    .filter(([, address]) => url.startsWith(address))
    .sort((a, b) => b[1].length - a[1].length || Number(b[0] === first) - Number(a[0] === first));
  return found ? `{${found[0]}}${url.slice(found[1].length)}` : url;
};

const requestOf = (failure: Failure, { exchanges }: Mismatch): string => {
  const decisive = exchanges.at(-1);
  const found = failure.exchanges.find(({ n }) => n === decisive);
  if (decisive === undefined || !found) return '  no exchange recorded';
  const { address } = operation(failure.verdict.operation);
  const { method, url } = found.request;
  const start = `  ${decisive}. ${method} `;
  return start + inlineText(shortUrl(url, failure.addresses, address), COLUMNS - start.length);
};

const valueOf = (label: string, text: string): readonly string[] =>
  labelled(INDENT + label.padEnd(LABEL_WIDTH), text, 2);

const mismatchLines = (failure: Failure, mismatch: Mismatch, source?: string): string[] => {
  const wanted = valueOf('expected', mismatch.wanted);
  const [only, ...others] = wanted;
  const shared = source && only && others.length === 0 ? justified(only, source) : undefined;
  return [
    requestOf(failure, mismatch),
    ...(shared === undefined ? wanted : [shared]),
    ...(source !== undefined && shared === undefined ? valueOf('source', source) : []),
    ...valueOf(
      'got',
      mismatch.got + (mismatch.count > 1 ? `  (seen ${mismatch.count} times)` : ''),
    ),
    ...(mismatch.where === undefined ? [] : valueOf('where', mismatch.where)),
  ];
};

/** Describes a sequence, with equal neighbours merged; the last one is the call that is shown. */
const stepLines = ({ verdict }: Failure): readonly string[] => {
  const { steps = [] } = verdict;
  const runs: { readonly words: string; times: number }[] = [];
  for (const words of steps) {
    const last = runs.at(-1);
    if (last?.words === words) last.times += 1;
    else runs.push({ words, times: 1 });
  }
  const text = runs.map(({ words, times }) => (times === 1 ? words : `${words} (${times} times)`));
  return labelled('  steps   ', text.join('; '), STEP_LINES);
};

const curlLine = (failure: Failure): string => {
  const { curl = '', verdict } = failure;
  const seen = `report.html, exchange ${verdict.exchanges.at(-1)}`;
  return `  curl    ${typedCommand(curl, seen, LONGEST_CURL)}`;
};

/** Rules for the silences of the specification, and the command that explains them. */
const ruleLine = ({ requirement, verdict }: Failure): readonly string[] => {
  const rules = rulesOn(requirement, operation(verdict.operation).line);
  return rules.length === 0
    ? []
    : [`  rules   ${rules.join(', ')} (assay explain ${verdict.requirement})`];
};

const tailOf = (failure: Failure): string[] => {
  const { verdict, replay, curl } = failure;
  return [
    ...ruleLine(failure),
    ...(verdict.steps === undefined ? [] : stepLines(failure)),
    ...(failure.isFirstDrawn ? [`  drawn   ${FIRST_DRAWN}`] : []),
    ...(verdict.reason === undefined ? [] : [`  why     ${reasonText(verdict)}`]),
    ...(replay === undefined ? [] : [`  replay  ${printable(replay)}`]),
    ...(curl === undefined ? [] : [curlLine(failure)]),
  ];
};

/**
 * Report of one cell: requirement, request, expected and actual value, and commands that repeat it. The number before
 * a request is that of its exchange. Values are truncated in the middle, commands never.
 */
export const renderFailure = (
  failure: Failure,
  { colour = false, lines: most = FAILURE_LINES }: FailureStyle = {},
): string => {
  const paint = painter(colour);
  const { sign, style } = MARKS[failure.verdict.verdict];
  const [title = '', ...statement] = headOf(failure, sign);
  const tail = tailOf(failure);
  const { source } = failure.requirement;
  const mismatches = mismatchesOf(failure.verdict, failure.findings ?? []);

  const body: string[] = [];
  const room = most - 2 - statement.length - tail.length;
  let shown = 0;
  for (const mismatch of mismatches) {
    const origin = shown === 0 ? printable(source) : undefined;
    const lines = mismatchLines(failure, mismatch, origin);
    if (shown > 0 && body.length + lines.length > room) break;
    body.push(...lines);
    shown += 1;
  }
  const more = mismatches.length - shown;
  if (more > 0) body.push(`  … and ${more} more ${more === 1 ? 'mismatch' : 'mismatches'}`);
  return [
    paint(style, title),
    ...statement,
    ...body,
    ...tail.map((line) => paint('dim', line)),
  ].join('\n');
};
