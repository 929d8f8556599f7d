import type { Element } from 'hast';
import { type Child, h } from 'hastscript';
import { VERDICTS, type Verdict } from '../../oracles/finding.ts';
import { MARKS } from '../console/paint.ts';
import { printable } from '../../store/printable.ts';

/** What may stand in an element; texts are escaped. */
export type Content = Element | string | undefined | readonly Content[];

/** A part of the page. */
export type Part = Element;

/** Attributes of an element; one that is undefined is left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element of the page, its attributes first where it has any; what a service sent has to go through `shown` before. */
export const element = (name: string, ...content: readonly (Attributes | Content)[]): Part =>
  h(name, ...(content as Child[]));

/** A list of points. */
export const bullets = (items: readonly Content[], attributes: Attributes = {}): Part =>
  element(
    'ul',
    attributes,
    items.map((item) => element('li', item)),
  );

/** Names, and what stands for each of them. */
export const definitions = (
  rows: readonly (readonly [name: string, content: Content])[],
  attributes: Attributes = {},
): Part =>
  element(
    'dl',
    attributes,
    rows.flatMap(([name, content]) => [element('dt', name), element('dd', content)]),
  );

/** A text of a service: control and direction characters become visible, and it is cut after so many characters. */
export const shown = (text: string, most = 2000): string => {
  const kept = text.slice(0, most).split('\n').map(printable).join('\n');
  const more = text.length - most;
  return more <= 0 ? kept : `${kept}\n… ${more.toLocaleString('en-GB')} more characters`;
};

/** What every verdict is called. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  'not-applicable': 'not applicable',
  observed: 'observed',
  pass: 'passed',
  inconclusive: 'not judged',
  waived: 'waived',
  fail: 'failed',
  error: 'harness at fault',
};

/** From what a person has to look at first to what is of no concern. */
export const GRAVEST_FIRST: readonly Verdict[] = VERDICTS.toReversed();

/** The sign of a verdict, with its word for whoever does not see it. */
export const sign = (verdict: Verdict): Part =>
  element(
    'span',
    { class: `sign ${verdict}`, role: 'img', 'aria-label': VERDICT_WORDS[verdict] },
    MARKS[verdict].sign,
  );

/** What stands in the heads and the body of a table. */
interface Columns {
  /** Of its style. */
  readonly class?: string;
  /** An empty one stands over a column that explains itself. */
  readonly heads: readonly Content[];
  readonly rows: readonly Part[];
}

/** A table that scrolls in its own frame where it is too wide. */
export const scrollTable = (label: string, { class: style, heads, rows }: Columns): Part =>
  element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    element(
      'table',
      { class: style },
      element(
        'thead',
        element(
          'tr',
          heads.map((head) =>
            head === '' ? element('td', '') : element('th', { scope: 'col' }, head),
          ),
        ),
      ),
      element('tbody', rows),
    ),
  );

/** A row of plain cells. */
export const plainRow = (cells: readonly Content[]): Part =>
  element(
    'tr',
    cells.map((cell) => element('td', cell)),
  );
