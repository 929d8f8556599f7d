import { element, type Part } from '../page/element.ts';

/** A table that scrolls in its own frame where it is too wide; an empty head stands over a column that explains itself. */
export const scrollTable = (label: string, heads: readonly string[], rows: readonly Part[]): Part =>
  element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    element(
      'table',
      { class: 'nights' },
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
