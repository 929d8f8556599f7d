import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { requirementOf } from '../spec/catalogue.ts';
import type { Exchange } from '../spec/exchange.ts';
import { rulesOn } from '../spec/judgement.ts';
import { operation } from '../spec/operations.ts';
import { LINE_TITLES, LINES, type Line } from '../spec/line.ts';
import { inlineText, typedCommand } from '../store/printable.ts';
import { mismatchesOf } from './console/failure.ts';
import { selectedPart, VERDICT_WORDS } from './console/paint.ts';
import type { PageSource } from './page/page-head.ts';
import type { RunRecord } from '../store/run-record.ts';
import { xmlElement, xmlText } from './xml.ts';

/** Source of a JUnit file, without secrets. */
export interface JunitSource extends Pick<
  PageSource,
  'verdicts' | 'findings' | 'exchanges' | 'curl' | 'replay'
> {
  readonly record: Pick<
    RunRecord,
    'startedAt' | 'duration' | 'seed' | 'lines' | 'selection' | 'totals'
  >;
  /** Target file in the repository, to which CI servers attach what did not pass; undefined if there is none. */
  readonly file?: string | undefined;
}

type Part = 'failure' | 'error' | 'skipped' | undefined;

const PARTS: Readonly<Record<CellVerdict['verdict'], Part>> = {
  pass: undefined,
  fail: 'failure',
  inconclusive: 'error',
  error: 'error',
  observed: 'skipped',
  waived: 'skipped',
  'not-applicable': 'skipped',
};

/** Characters of a value: a CI server holds the whole file in memory. */
const WIDEST = 4000;

const label = (name: string, text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : [`${name.padEnd(10)}${inlineText(text, WIDEST)}`];

/** A command is printed in full or not at all. */
const command = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`${name.padEnd(10)}${typedCommand(text, 'exchanges.jsonl')}`];

const requestOf = (number: number | undefined, exchanges: ReadonlyMap<number, Exchange>) => {
  const request = number === undefined ? undefined : exchanges.get(number)?.request;
  return request ? `${number}. ${request.method} ${request.url}` : undefined;
};

const detailsOf = (
  verdict: CellVerdict,
  source: JunitSource,
  findings: readonly Finding[],
  exchanges: ReadonlyMap<number, Exchange>,
): string => {
  const requirement = requirementOf(verdict.requirement);
  const rules = rulesOn(requirement, operation(verdict.operation).line);
  return [
    ...mismatchesOf(verdict, findings).flatMap((mismatch) => [
      ...label('request', requestOf(mismatch.exchanges.at(-1), exchanges)),
      ...label('expected', mismatch.wanted),
      ...label('got', mismatch.got + (mismatch.count > 1 ? ` (seen ${mismatch.count} times)` : '')),
      ...label('where', mismatch.where),
    ]),
    ...label('source', [requirement.source, ...rules].join(' · ')),
    ...label('why', verdict.reason === undefined ? undefined : reasonText(verdict)),
    ...command('replay', source.replay(verdict)),
    ...command('curl', source.curl(verdict)),
  ].join('\n');
};

const messageOf = (cell: CellVerdict): string => {
  const { verdict, reason, wanted, got, waiver } = cell;
  const seen = `expected ${inlineText(wanted, WIDEST)}, got ${inlineText(got, WIDEST)}`;
  if (waiver) {
    return `waived until ${waiver.expires} by ${inlineText(waiver.owner, WIDEST)}: ${inlineText(waiver.reason, WIDEST)} (${seen})`;
  }
  if (verdict === 'fail') return seen;
  const why = reason === undefined ? [] : [reasonText(cell)];
  return `${[VERDICT_WORDS[verdict], ...why].join(', ')}: ${seen}`;
};

const SECOND = 1000;
const seconds = (milliseconds: number): string => (milliseconds / SECOND).toFixed(3);

/** Milliseconds of the exchanges that show the verdict. */
const timeOf = (verdict: CellVerdict, exchanges: ReadonlyMap<number, Exchange>): number =>
  verdict.exchanges.reduce((sum, n) => sum + (exchanges.get(n)?.timings.total ?? 0), 0);

const countsOf = (verdicts: readonly CellVerdict[]) => {
  const count = (part: Part) => verdicts.filter(({ verdict }) => PARTS[verdict] === part).length;
  return {
    tests: verdicts.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
};

/**
 * Renders the verdicts of a run as JUnit XML: a testsuite per line, a testcase per cell. A fail is a failure;
 * inconclusive cells and errors of the harness are errors; observed, not applicable and waived cells are skipped,
 * with the reason.
 */
export const renderJunit = (source: JunitSource): string => {
  const { record, verdicts } = source;
  const exchanges = new Map(source.exchanges.map((each) => [each.n, each]));
  const findings = Map.groupBy(source.findings, (each) => cellId(each.requirement, each.operation));
  const caseOf = (verdict: CellVerdict): string => {
    const part = PARTS[verdict.verdict];
    const attributes = {
      classname: verdict.operation,
      name: `${verdict.requirement} ${requirementOf(verdict.requirement).statement}`,
      // Readers of JUnit add up the times and take a missing one for no number.
      time: seconds(timeOf(verdict, exchanges)),
      // Without a line, some readers search the message for one.
      ...(source.file === undefined ? {} : { file: source.file, line: 1 }),
    };
    if (part === undefined) return xmlElement('testcase', attributes);
    const own = findings.get(verdict.cell) ?? [];
    const message = messageOf(verdict);
    // Some readers show the attributes, and GitLab only the text.
    const details = part === 'skipped' ? message : detailsOf(verdict, source, own, exchanges);
    const type = verdict.verdict === 'fail' ? verdict.requirement : verdict.reason;
    const about = { message, ...(part === 'skipped' ? {} : { type }) };
    return xmlElement('testcase', attributes, xmlElement(part, about, xmlText(details)));
  };
  const suiteOf = (line: Line): string => {
    const own = verdicts.filter((verdict) => verdict.line === line);
    const properties = xmlElement('property', { name: 'seed', value: record.seed });
    const time = own.reduce((sum, each) => sum + timeOf(each, exchanges), 0);
    const attributes = {
      name: LINE_TITLES[line],
      ...countsOf(own),
      time: seconds(time),
      timestamp: record.startedAt,
    };
    const content = [xmlElement('properties', {}, properties), ...own.map(caseOf)].join('\n');
    return xmlElement('testsuite', attributes, `\n${content}\n`);
  };
  const lines = LINES.filter((line) => record.lines.includes(line));
  const part = selectedPart(record);
  const name = part === undefined ? 'assay' : `assay, ${part}`;
  const all = { name, ...countsOf(verdicts), time: seconds(record.duration) };
  const suites = xmlElement('testsuites', all, `\n${lines.map(suiteOf).join('\n')}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites}\n`;
};
