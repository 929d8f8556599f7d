import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/reason-words.ts';
import { areaOf } from '../../spec/area.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { typedCommand } from '../../store/printable.ts';
import { mismatchesOf } from '../console/mismatch.ts';
import { element, type Content, type Part, shown, sign } from './element.ts';
import { exchangeParts } from '../exchange-parts.ts';
import { exchangeView } from './exchange-view.ts';
import type { PageSource } from './page-source.ts';

/** What a failed cell is shown from. */
export interface CellSource extends Pick<PageSource, 'curl' | 'replay'> {
  readonly findings: readonly Finding[];
  readonly byNumber: ReadonlyMap<number, Exchange>;
}

/** The anchor of a cell on the page. */
export const anchorOf = ({ cell }: Pick<CellVerdict, 'cell'>): string => `cell-${cell}`;

type Row = readonly [title: string, content: Content];

const command = (text: string): Part =>
  element('code', {}, typedCommand(text, 'the exchange below, or exchanges.jsonl'));

const code = (text: string): Part => element('code', {}, shown(text, 3000));

const mismatchRows = (verdict: CellVerdict, findings: readonly Finding[]): readonly Row[] => {
  const [first, ...others] = mismatchesOf(verdict, findings);
  if (!first) return [];
  const { wanted, got, where, count } = first;
  return [
    ['wanted', shown(wanted)],
    ['got', shown(got) + (count > 1 ? ` (${count} times)` : '')],
    ...(where === undefined ? [] : [['where', code(where)] as const]),
    ...others
      .slice(0, 5)
      .map((each) => ['also', `wanted ${shown(each.wanted)}, got ${shown(each.got)}`] as const),
  ];
};

const originRows = (verdict: CellVerdict): readonly Row[] => {
  const { source, rules } = requirementOf(verdict.requirement);
  const cited = rules.map((rule) =>
    element('li', {}, element('b', {}, rule), ` ${JUDGEMENT_RULES[rule]}`),
  );
  return [
    ['source', source],
    ...(cited.length === 0 ? [] : [['rules', element('ul', {}, cited)] as const]),
  ];
};

const waiverText = ({ reason, owner, expires }: NonNullable<CellVerdict['waiver']>): string =>
  `${shown(reason)}, by ${shown(owner)}, until ${expires}`;

const rowsOf = (verdict: CellVerdict, source: CellSource): readonly Row[] => {
  const { reason, steps, waiver } = verdict;
  const curl = source.curl(verdict);
  return [
    ...mismatchRows(verdict, source.findings),
    ...(reason === undefined ? [] : [['why', reasonText(verdict)] as const]),
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
        {},
        element('summary', {}, `${title} (exchange ${exchange.n})`),
        exchangeView(title, exchange),
      ),
    ),
  ];
};

/** One cell that did not pass: what was wanted, what came, the exchanges beside each other, and how to see it again. */
export const failureView = (verdict: CellVerdict, source: CellSource): Part => {
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
      {},
      sign(verdict.verdict),
      ' ',
      element('b', {}, verdict.requirement),
      ` on ${place}`,
      element('span', { class: 'statement' }, requirementOf(verdict.requirement).statement),
    ),
    element(
      'dl',
      {},
      rowsOf(verdict, source).flatMap(([title, content]) => [
        element('dt', {}, title),
        element('dd', {}, content),
      ]),
    ),
    ...exchangesOf(verdict, source),
  );
};
