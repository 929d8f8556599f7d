import type { CellVerdict, Finding, Verdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { areaOf } from '../../spec/area.ts';
import { FIRST_DRAWN } from '../../store/diff/first-drawn.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Exchange, BodyText, HeaderMap } from '../../spec/exchange.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { typedCommand } from '../../store/printable.ts';
import { mismatchesOf } from '../console/failure.ts';
import {
  bullets,
  definitions,
  element,
  type Content,
  type Part,
  shown,
  sign,
  GRAVEST_FIRST,
} from './element.ts';
import { exchangeParts } from '../exchange-parts.ts';
import type { PageSource } from './page-head.ts';
import { cellId } from '../../oracles/ledger.ts';

/** Characters of a body; exchanges.jsonl has it in full. */
const LARGEST_BODY = 4000;

/** A longer or more deeply nested body is not pretty-printed. */
const PRETTY_LIMITS = { length: 20_000, depth: 50 } as const;

const isDeep = (text: string): boolean => {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    if (depth > PRETTY_LIMITS.depth) return true;
  }
  return false;
};

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/**
 * Pretty-prints JSON. Leaves other texts unchanged, and JSON that parsing would change: 1.0, large numbers, duplicate
 * keys.
 */
const prettyPrinted = (text: string): string => {
  if (text.length > PRETTY_LIMITS.length || isDeep(text)) return text;
  try {
    const fresh = JSON.stringify(JSON.parse(text), null, 2);
    return withoutBlanks(fresh) === withoutBlanks(text) ? fresh : text;
  } catch {
    return text;
  }
};

/** Body as a reader sees it. */
const bodyOf = (body: BodyText | undefined): string => {
  if (body === undefined || body.text === '') return '';
  if (body.encoding === 'base64') return shown(`base64: ${body.text}`, LARGEST_BODY);
  return shown(prettyPrinted(body.text), LARGEST_BODY);
};

const isSame = (line: string): string => line.trim().replace(/,$/, '');

/** Lines of a body; those that the other body lacks are marked. */
const lines = (body: string, other: string | undefined): readonly (Part | string)[] => {
  const known = new Set(other?.split('\n').map(isSame));
  return body
    .split('\n')
    .flatMap((line, at) => [
      at === 0 ? '' : '\n',
      other === undefined || known.has(isSame(line)) ? line : element('mark', line),
    ]);
};

const pre = (body: string, other: string | undefined, label: string): readonly Part[] =>
  body === ''
    ? []
    : [element('pre', { tabindex: 0, role: 'group', 'aria-label': label }, lines(body, other))];

const headerLines = (headers: HeaderMap): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(', ')}`)
    .join('\n');

const headers = (title: string, map: HeaderMap): Part =>
  element(
    'details',
    element('summary', `${title} (${Object.keys(map).length})`),
    ...pre(shown(headerLines(map), LARGEST_BODY), undefined, title),
  );

const answerOf = ({ response, error, timings }: Exchange): string => {
  const took = `${Math.round(timings.total)} ms`;
  if (response) return `status ${response.status}, ${took}`;
  return `no answer: ${error ? shown(`${error.code} ${error.message}`, 300) : 'unknown'}, ${took}`;
};

/** Request and answer of one exchange; lines that differ from another exchange are marked. */
const exchangeView = (title: string, exchange: Exchange, other?: Exchange): Part => {
  const { n, request, response } = exchange;
  const sent = other && bodyOf(other.request.body);
  const came = other?.response && bodyOf(other.response.body);
  return element(
    'section',
    { class: 'exchange' },
    element('h3', `${title} (exchange ${n})`),
    element('p', { class: 'request' }, `${request.method} ${shown(request.url, 600)}`),
    headers('request headers', request.headers),
    ...pre(bodyOf(request.body), sent, `body of request ${n}`),
    element('p', { class: 'answer' }, answerOf(exchange)),
    ...(response
      ? [
          headers('response headers', response.headers),
          ...pre(bodyOf(response.body), came, `body of answer ${n}`),
        ]
      : []),
  );
};

/** Source of the view of a failed cell. */
export interface CellSource extends Pick<PageSource, 'curl' | 'replay' | 'isFirstDrawn'> {
  readonly findings: readonly Finding[];
  readonly byNumber: ReadonlyMap<number, Exchange>;
}

/** Anchor of a cell on the page. */
export const anchorOf = ({ cell }: Pick<CellVerdict, 'cell'>): string => `cell-${cell}`;

type Row = readonly [title: string, content: Content];

const command = (text: string): Part =>
  element('code', typedCommand(text, 'the exchange below, or exchanges.jsonl'));

const code = (text: string): Part => element('code', shown(text, 3000));

const mismatchRows = (verdict: CellVerdict, findings: readonly Finding[]): readonly Row[] => {
  const [first, ...others] = mismatchesOf(verdict, findings);
  if (!first) return [];
  const { wanted, got, where, count } = first;
  return [
    ['expected', shown(wanted)],
    ['got', shown(got) + (count > 1 ? ` (${count} times)` : '')],
    ...(where === undefined ? [] : [['where', code(where)] as const]),
    ...others
      .slice(0, 5)
      .map((each) => ['also', `expected ${shown(each.wanted)}, got ${shown(each.got)}`] as const),
  ];
};

const originRows = (verdict: CellVerdict): readonly Row[] => {
  const { source, rules } = requirementOf(verdict.requirement);
  const cited = rules.map((rule) => [element('b', rule), ` ${JUDGEMENT_RULES[rule]}`]);
  return [['source', source], ...(cited.length === 0 ? [] : [['rules', bullets(cited)] as const])];
};

const waiverText = ({ reason, owner, expires }: NonNullable<CellVerdict['waiver']>): string =>
  `${shown(reason)}, by ${shown(owner)}, until ${expires}`;

const rowsOf = (verdict: CellVerdict, source: CellSource): readonly Row[] => {
  const { reason, steps, waiver } = verdict;
  const curl = source.curl(verdict);
  return [
    ...mismatchRows(verdict, source.findings),
    ...(reason === undefined ? [] : [['why', reasonText(verdict)] as const]),
    ...(source.isFirstDrawn?.(verdict) ? [['drawn', FIRST_DRAWN] as const] : []),
    ...(steps === undefined ? [] : [['steps', shown(steps.join('; '))] as const]),
    ...(waiver === undefined ? [] : [['waiver', waiverText(waiver)] as const]),
    ...originRows(verdict),
    ['replay', command(source.replay(verdict))],
    ...(curl === undefined ? [] : [['curl', command(curl)] as const]),
  ];
};

const exchangesOf = (verdict: CellVerdict, source: CellSource): readonly Part[] => {
  const [first, second, ...others] = exchangeParts(verdict, source.findings, source.byNumber);
  if (!first) return [];
  const pair = [
    exchangeView(first.title, first.exchange, second?.exchange),
    ...(second ? [exchangeView(second.title, second.exchange, first.exchange)] : []),
  ];
  return [
    element('div', { class: 'pair' }, pair),
    ...others.map(({ title, exchange }) =>
      element(
        'details',
        element('summary', `${title} (exchange ${exchange.n})`),
        exchangeView(title, exchange),
      ),
    ),
  ];
};

/**
 * View of one cell that did not pass: expected and actual value, exchanges side by side, and commands that repeat it.
 */
const failureView = (verdict: CellVerdict, source: CellSource): Part => {
  const { name, line } = operation(verdict.operation);
  const place = `${LINE_TITLES[line]} · ${name}`;
  return element(
    'details',
    {
      class: 'cell',
      id: anchorOf(verdict),
      'data-verdict': verdict.verdict,
      'data-line': line,
      'data-area': areaOf(verdict.requirement),
    },
    element(
      'summary',
      sign(verdict.verdict),
      ' ',
      element('b', verdict.requirement),
      ` on ${place}`,
      element('span', { class: 'statement' }, requirementOf(verdict.requirement).statement),
    ),
    definitions(rowsOf(verdict, source)),
    ...exchangesOf(verdict, source),
  );
};

/** Verdicts that need attention. */
const OPEN: readonly Verdict[] = ['error', 'fail', 'waived', 'inconclusive'];
/** Cells with their exchanges; if all are inconclusive, the page would otherwise have many megabytes. */
const MOST = 200;

/** Cells that did not pass, most severe first, up to the limit of the page. */
export const openCells = (verdicts: readonly CellVerdict[]): readonly CellVerdict[] =>
  GRAVEST_FIRST.filter((verdict) => OPEN.includes(verdict))
    .flatMap((verdict) => verdicts.filter((each) => each.verdict === verdict))
    .slice(0, MOST);

/** Section of all cells that did not pass; undefined if there are none. */
export const failureSection = ({
  verdicts,
  findings,
  exchanges,
  ...page
}: PageSource): Part | undefined => {
  const cells = openCells(verdicts);
  if (cells.length === 0) return undefined;
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  const byCell = Map.groupBy(findings, (each: Finding) => cellId(each.requirement, each.operation));
  const all = verdicts.filter(({ verdict }) => OPEN.includes(verdict)).length;
  const more = all - cells.length;
  return element(
    'section',
    { id: 'failures', 'aria-labelledby': 'failures-title' },
    element('h2', { id: 'failures-title' }, 'Cells that did not pass'),
    cells.map((verdict) =>
      failureView(verdict, { ...page, findings: byCell.get(verdict.cell) ?? [], byNumber }),
    ),
    more > 0
      ? element(
          'p',
          { class: 'muted' },
          `… and ${more.toLocaleString('en-GB')} more, which the tables below name`,
        )
      : undefined,
  );
};
