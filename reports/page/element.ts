import type { Element } from 'hast';
import { type Child, h } from 'hastscript';
import { VERDICTS, type Verdict } from '../../oracles/finding.ts';
import { MARKS, VERDICT_WORDS } from '../console/paint.ts';
import { printable } from '../../store/printable.ts';

/** Content of an element; texts are escaped. */
export type Content = Element | string | undefined | readonly Content[];

/** A part of a page. */
export type Part = Element;

/** Attributes of an element; undefined ones are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element, with attributes first, if any. Texts from a service must go through `shown` first. */
export const element = (name: string, ...content: readonly (Attributes | Content)[]): Part =>
  h(name, ...(content as Child[]));

/** Bullet list. */
export const bullets = (items: readonly Content[], attributes: Attributes = {}): Part =>
  element(
    'ul',
    attributes,
    items.map((item) => element('li', item)),
  );

/** Definition list. */
export const definitions = (
  rows: readonly (readonly [name: string, content: Content])[],
  attributes: Attributes = {},
): Part =>
  element(
    'dl',
    attributes,
    rows.flatMap(([name, content]) => [element('dt', name), element('dd', content)]),
  );

/** Characters that are not worth a note in their place. */
const NOTE = 40;

/** Makes control and direction characters in a service's text visible, and truncates it. */
export const shown = (text: string, most = 2000): string => {
  const isWhole = text.length <= most + NOTE;
  const kept = (isWhole ? text : text.slice(0, most)).split('\n').map(printable).join('\n');
  const more = text.length - most;
  return isWhole ? kept : `${kept}\n… ${more.toLocaleString('en-GB')} more characters`;
};

/** Verdicts, most severe first. */
export const GRAVEST_FIRST: readonly Verdict[] = VERDICTS.toReversed();

/** Sign of a verdict, with its name for screen readers. */
export const sign = (verdict: Verdict): Part =>
  element(
    'span',
    { class: `sign ${verdict}`, role: 'img', 'aria-label': VERDICT_WORDS[verdict] },
    MARKS[verdict].sign,
  );

/** Heads and rows of a table. */
interface Columns {
  /** CSS class. */
  readonly class?: string;
  /** Empty over a self-explanatory column. */
  readonly heads: readonly Content[];
  readonly rows: readonly Part[];
}

/** Table that scrolls horizontally in its own frame. */
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

/** Table row without a row header. */
export const plainRow = (cells: readonly Content[]): Part =>
  element(
    'tr',
    cells.map((cell) => element('td', cell)),
  );
