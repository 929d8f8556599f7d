import { type Content, element, type Part } from './element.ts';

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
        {},
        element(
          'tr',
          {},
          heads.map((head) =>
            head === '' ? element('td', {}, '') : element('th', { scope: 'col' }, head),
          ),
        ),
      ),
      element('tbody', {}, rows),
    ),
  );

/** A row of plain cells. */
export const plainRow = (cells: readonly Content[]): Part =>
  element(
    'tr',
    {},
    cells.map((cell) => element('td', {}, cell)),
  );
