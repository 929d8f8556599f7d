import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { type Area, AREA_TITLES } from '../../spec/area.ts';
import { areaOf, type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation, type OperationId, OPERATIONS } from '../../spec/operations.ts';
import { MARKS, VERDICT_WORDS } from '../console/paint.ts';
import { element, GRAVEST_FIRST, type Part, shown, sign, scrollTable } from './element.ts';

const tip = (cell: CellVerdict): string => {
  const { verdict, reason, checks } = cell;
  if (verdict === 'fail' || verdict === 'waived')
    return `${VERDICT_WORDS[verdict]}: ${shown(cell.got, 160)}`;
  if (reason !== undefined) return `${VERDICT_WORDS[verdict]}: ${reasonText(cell)}`;
  return `${VERDICT_WORDS[verdict]}, ${checks} ${checks === 1 ? 'check' : 'checks'}`;
};

/** Signs without labels, since a label would occur two thousand times; the legend explains them. */
const cellOf = (cell: CellVerdict | undefined, anchor: string | undefined): Part => {
  if (!cell) return element('td');
  const { verdict } = cell;
  const mark =
    anchor !== undefined
      ? element(
          'a',
          { href: `#${anchor}`, 'aria-label': `${VERDICT_WORDS[verdict]}: ${cell.cell}` },
          MARKS[verdict].sign,
        )
      : MARKS[verdict].sign;
  return element('td', { class: verdict, title: tip(cell) }, mark);
};

const isCalm = ({ verdict }: CellVerdict): boolean =>
  verdict === 'pass' || verdict === 'observed' || verdict === 'not-applicable';

type Cells = ReadonlyMap<OperationId, CellVerdict>;

const rowOf = (
  requirement: RequirementId,
  columns: readonly OperationId[],
  cells: Cells,
  linked: ReadonlyMap<string, string>,
): Part =>
  element(
    'tr',
    { class: [...cells.values()].every(isCalm) ? 'calm' : undefined },
    element(
      'th',
      { scope: 'row' },
      requirement,
      element('span', { class: 'statement' }, requirementOf(requirement).statement),
    ),
    columns.map((on) => {
      const cell = cells.get(on);
      return cellOf(cell, cell && linked.get(cell.cell));
    }),
  );

const countsByVerdict = (
  verdicts: readonly CellVerdict[],
): readonly (readonly [Verdict, number])[] =>
  GRAVEST_FIRST.flatMap((verdict) => {
    const count = verdicts.filter((each) => each.verdict === verdict).length;
    return count === 0 ? [] : [[verdict, count]];
  });

const countsOf = (verdicts: readonly CellVerdict[]): readonly (Part | string)[] =>
  countsByVerdict(verdicts).flatMap(([verdict, count]) => [' ', sign(verdict), ` ${count}`]);

/** Counts of cells by verdict as a text, such as `✗ 1 ✓ 467`, for places that hold no elements. */
export const countsText = (verdicts: readonly CellVerdict[]): string =>
  countsByVerdict(verdicts)
    .map(([verdict, count]) => `${MARKS[verdict].sign} ${count}`)
    .join(' ');

/** Cells with cards up to which the tables that name them are open, and cells of such a table: more make a page long. */
const MOST_OPEN = { cards: 10, cells: 60 };

const isOpen = (verdicts: readonly CellVerdict[], linked: ReadonlyMap<string, string>): boolean =>
  linked.size <= MOST_OPEN.cards && verdicts.length <= MOST_OPEN.cells && !verdicts.every(isCalm);

const areaTable = (
  area: Area,
  line: Line,
  verdicts: readonly CellVerdict[],
  linked: ReadonlyMap<string, string>,
): Part => {
  const used = new Set(verdicts.map((each) => each.operation));
  const columns = OPERATIONS.map(({ id }) => id).filter((id) => used.has(id));
  const rows = Map.groupBy(verdicts, ({ requirement }) => requirement);
  return element(
    'details',
    {
      class: verdicts.every(isCalm) ? 'area calm' : 'area',
      'data-area': area,
      open: isOpen(verdicts, linked),
    },
    element('summary', element('b', AREA_TITLES[area]), countsOf(verdicts)),
    scrollTable(`${LINE_TITLES[line]}: ${AREA_TITLES[area]}`, {
      heads: ['Requirement', ...columns.map((on) => element('span', operation(on).name))],
      rows: [...rows].map(([requirement, cells]) =>
        rowOf(requirement, columns, new Map(cells.map((each) => [each.operation, each])), linked),
      ),
    }),
  );
};

/** Requirements by operations of one line, one table per area; `linked` are the anchors of the cells with a card. */
export const lineMatrix = (
  line: Line,
  verdicts: readonly CellVerdict[],
  linked: ReadonlyMap<string, string>,
): Part => {
  const own = verdicts.filter((each) => operation(each.operation).line === line);
  const areas = Map.groupBy(own, ({ requirement }) => areaOf(requirement));
  return element(
    'section',
    { class: 'line', 'data-line': line },
    element('h2', LINE_TITLES[line], element('span', { class: 'counted' }, countsOf(own))),
    (Object.keys(AREA_TITLES) as Area[]).flatMap((area) => {
      const cells = areas.get(area);
      return cells ? [areaTable(area, line, cells, linked)] : [];
    }),
  );
};
