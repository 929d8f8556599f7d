import { inlineText } from '../../store/printable.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { lineRows, milliseconds, seriesColumns, type SeriesRows, stepRows } from './load-table.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters of a text on the page; the exchanges have it in full. */
const LONGEST = 2000;

/** Escapes a text for HTML; makes invisible characters of a service visible. */
export const escaped = (text: string): string =>
  inlineText(text, LONGEST).replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** Each cell carries its column title, since a narrow screen stacks the cells of a row. */
const row = (cells: readonly string[], head: readonly string[]): string =>
  `<tr>${cells.map((cell, at) => `<td data-label="${escaped(head[at] ?? '')}">${cell}</td>`).join('')}</tr>`;

/** Table of HTML cells; `words` are aligned to the left. */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words = false,
): string =>
  `<div class="scroll"><table${words ? ' class="words"' : ''}><thead><tr>${head.map((title) => `<th>${escaped(title)}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.map((cells) => row(cells, head)).join('\n')}</tbody></table></div>`;

/** Section with a title; empty without content. */
export const section = (title: string, content: string, about = ''): string =>
  content === ''
    ? ''
    : `<section><h2>${title}</h2>${about && `<p class="muted small">${about}</p>`}${content}</section>`;

const seriesTable = (head: string, rows: SeriesRows): string => {
  if (rows.length === 0) return '';
  const columns = seriesColumns(rows.map(([, series]) => series));
  return table(
    [head, ...columns.map(([title]) => title)],
    rows.map(([name, series]) => [
      escaped(name),
      ...columns.map(([, text, bad]) => {
        const cell = escaped(text(series));
        return bad?.(series) ? `<span class="bad">${cell}</span>` : cell;
      }),
    ]),
  );
};

const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;

/** Prefixes a text with its result, so that it is also visible on a narrow screen. */
const marked = (ok: boolean, text: string): string =>
  `<span class="${ok ? 'good' : 'bad'}">${ok ? '✓' : '✗'}</span> ${escaped(text)}`;

/** Target, load and verdict. */
export const header = (record: LoadRecord): string => {
  const { target, profile, k6, verdict, tags = {} } = record;
  const named = Object.entries(tags).map(([name, tag]) => `${name}=${tag}`);
  const facts = [
    `profile ${profile.name}${profile.description === undefined ? '' : `: ${profile.description}`}`,
    `${target.base_url}${target.gap_base_url === target.base_url ? '' : ` and ${target.gap_base_url}`}`,
    `${record.startedAt.slice(0, 19).replace('T', ' ')} UTC, seed ${record.seed}, k6 ${k6.version}, Assay ${record.assay}`,
    ...(named.length > 0 ? [`tags ${named.join(', ')}`] : []),
  ];
  return (
    `<h1>${escaped(target.name)} under load</h1><p><span class="verdict ${verdict}">${verdict}</span></p>` +
    facts.map((fact) => `<p class="muted small">${escaped(fact)}</p>`).join('') +
    (record.log === undefined
      ? ''
      : `<p class="muted small">Log of k6: <a href="${escaped(record.log)}">${escaped(record.log)}</a></p>`) +
    list(record.reasons)
  );
};

const thresholds = (record: LoadRecord): string =>
  table(
    ['What', 'Measured', 'Limit'],
    record.thresholds.map(({ what, expression, actual, ok, open }) => [
      marked(ok, open ? `${what}: not judged` : what),
      actual === null ? '–' : String(Number(actual.toPrecision(4))),
      escaped(expression),
    ]),
    true,
  );

const validity = (record: LoadRecord): string =>
  table(
    ['Rule', 'Measured', 'Expected'],
    record.validity.map(({ name, shown, wanted, ok }) => [
      marked(ok, name),
      escaped(shown),
      escaped(wanted),
    ]),
    true,
  );

const wrongAnswers = ({ wrong }: LoadRecord): string =>
  wrong.length === 0
    ? ''
    : table(
        ['Requirement', 'Operation', 'Seen', 'Expected', 'Got', 'Exchanges'],
        wrong.map((kind) => [
          escaped(kind.requirement),
          escaped(kind.operation),
          `${kind.count} or more`,
          escaped(kind.wanted),
          escaped(kind.got),
          kind.exchanges.join(', '),
        ]),
        true,
      );

const capacity = ({ capacity: found }: LoadRecord): string =>
  found === null
    ? ''
    : table(
        ['Rate', 'p95', 'Reason'],
        found.plateaus.map(({ rate, held, reasons, p95 }) => [
          marked(held, `${Number(rate.toFixed(1))} per second`),
          milliseconds(p95),
          escaped(reasons[0] ?? ''),
        ]),
        true,
      );

const chart = (id: string): string => `<div class="chart" id="${id}"></div>`;

/** Describes the sample behind the latency chart. */
const sampledIn = ({ points, lines }: LoadRecord): string => {
  const requests = lines.reduce((sum, line) => sum + line.requests, 0);
  return points.length === requests
    ? 'every price request'
    : `${points.length} of ${requests} price requests`;
};

const aboutP99 = ({ lines }: LoadRecord): string =>
  lines.some(({ p99 }) => p99 === null)
    ? 'The p99 of a line is shown from 10,000 price requests on; with fewer, it would be chance.'
    : '';

/** Sections of the page in order; empty strings for those without content. */
export const sections = (record: LoadRecord): readonly string[] => {
  const { lines, steps, points, calibration, journeys } = record;
  return [
    section(
      'Wrong answers',
      wrongAnswers(record),
      'Answers that the judges found wrong; the exchanges are in exchanges.jsonl.',
    ),
    section('Capacity', capacity(record)),
    section('Lines', seriesTable('Line', lineRows(lines)), aboutP99(record)),
    section('Steps', seriesTable('Step', stepRows(steps))),
    section(
      'Latency over time',
      points.every(({ ms }) => ms === null) ? '' : chart('latency'),
      `From ${sampledIn(record)}.`,
    ),
    section(
      'Distribution',
      lines.every(({ sketch }) => sketch === null) ? '' : chart('distribution'),
      'Latencies by rank for each line: the median, the slowest tenth, the slowest hundredth.',
    ),
    section('Limits', record.thresholds.length === 0 ? '' : thresholds(record)),
    section(
      'Journeys',
      journeys.begun === 0
        ? ''
        : `<p>${journeys.ended} of ${journeys.begun} completed from draft to contract, p50 ${milliseconds(journeys.p50)}, p95 ${milliseconds(journeys.p95)}</p>`,
    ),
    section(
      'Validity',
      record.validity.length === 0 ? '' : validity(record),
      'If a rule is broken, the measurement is invalid.',
    ),
    section(
      'The generator',
      record.health.length === 0 ? '' : chart('generator'),
      calibration === null
        ? ''
        : `Against a stub, at ${calibration.rate} per second: its overhead at the p99 is ${milliseconds(calibration.shareOfP99)}.`,
    ),
    section('Notes', list(record.notes)),
  ];
};
