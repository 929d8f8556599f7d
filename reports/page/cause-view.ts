import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import { isSighting } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { counted } from '../../spec/message-text.ts';
import { definitions, element, type Part, shown, sign } from './element.ts';
import { exchangeView } from './exchange-view.ts';

/** Cells that were not judged for one cause, which share a card. */
export interface CauseCard extends Pick<FirstCause, 'sentence' | 'target' | 'answer' | 'exchange'> {
  readonly anchor: string;
  readonly cells: readonly CellVerdict[];
}

/** Fewer cells with one reason have cards of their own. */
const FEWEST = 3;

/**
 * True of a cell with an answer that the specification excludes, which only its own card shows, unless a wider fail reports it
 * (`explains` of its requirement).
 */
export const hasSighting = (cell: CellVerdict): boolean =>
  isSighting(cell) || (cell.sightings > 0 && cell.reason !== 'blocked-by');

const isUnreached = (cell: CellVerdict | undefined, stopped: string | null): boolean =>
  cell?.reason === 'hole' && stopped !== null;

/** Reason of cells in words, with what came for them; the end of a run that was stopped is the reason of those it did not reach. */
const reasonOf = (
  cell: CellVerdict,
  stopped: string | null,
): Pick<CauseCard, 'sentence' | 'answer'> =>
  isUnreached(cell, stopped)
    ? { sentence: `had no verdict yet when the run ended (${stopped}): run it again` }
    : { sentence: reasonText(cell), answer: cell.got };

/** Cells that no cause explains, by their reason. */
const byReason = (
  cells: readonly CellVerdict[],
  stopped: string | null,
): readonly Omit<CauseCard, 'anchor'>[] =>
  [
    ...Map.groupBy(
      cells.filter((each) => !hasSighting(each)),
      ({ reason, blockedBy }) => `${reason} ${blockedBy}`,
    ).values(),
  ]
    .filter(([first, ...others]) => isUnreached(first, stopped) || others.length + 1 >= FEWEST)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const exchange = first.exchanges.at(-1);
      return [
        {
          ...reasonOf(first, stopped),
          cells: group,
          ...(exchange === undefined ? {} : { exchange }),
        },
      ];
    });

/**
 * One card for each cause of cells that were not judged; the cells of a reason that no cause explains share one, too. `stopped`:
 * the reason why the run ended early; null if it did not.
 */
export const causeCards = (
  causes: readonly FirstCause[],
  verdicts: readonly CellVerdict[],
  stopped: string | null,
): readonly CauseCard[] => {
  const open = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const byCell = new Map(open.map((each) => [each.cell, each]));
  const explained = new Set(causes.flatMap(({ cells }) => cells));
  const first = causes.map((cause) => ({
    ...cause,
    cells: cause.cells.flatMap((cell) => byCell.get(cell) ?? []),
  }));
  const rest = byReason(
    open.filter(({ cell }) => !explained.has(cell)),
    stopped,
  );
  return [...first, ...rest].map((each, at) => ({ ...each, anchor: `cause-${at + 1}` }));
};

const cellList = (cells: readonly CellVerdict[]): Part =>
  element(
    'details',
    { class: 'held' },
    element(
      'summary',
      cells.every(({ reason }) => reason === 'hole')
        ? `the ${counted(cells.length, 'cell')}, by operation`
        : `the ${counted(cells.length, 'cell')} that depend${cells.length === 1 ? 's' : ''} on it, in which failures may hide`,
    ),
    element(
      'ul',
      [...Map.groupBy(cells, (each) => each.operation)].map(([on, own]) =>
        element(
          'li',
          element('b', `${operation(on).line} ${operation(on).name}`),
          `: ${own.map(({ requirement }) => requirement).join(', ')}`,
        ),
      ),
    ),
  );

const cardView = (
  card: CauseCard,
  byNumber: ReadonlyMap<number, Exchange>,
  traces: string | undefined,
): Part => {
  const { anchor, sentence, target, answer, cells } = card;
  const exchange = byNumber.get(card.exchange ?? 0);
  return element(
    'details',
    { class: 'cause', id: anchor, open: true },
    element(
      'summary',
      sign('inconclusive'),
      ' ',
      element('b', counted(cells.length, 'cell')),
      ` ${shown(sentence, 800)}`,
    ),
    definitions([
      ...(target === undefined ? [] : [['target', shown(target, 800)] as const]),
      ...(answer === undefined ? [] : [['answer', shown(answer, 800)] as const]),
    ]),
    ...(exchange
      ? [
          element(
            'details',
            element('summary', `exchange ${exchange.n}`),
            exchangeView('an example exchange', exchange, traces),
          ),
        ]
      : []),
    ...(cells.length === 0 ? [] : [cellList(cells)]),
  );
};

/** Section of the causes; undefined if there are none. */
export const causeSection = (
  cards: readonly CauseCard[],
  exchanges: readonly Exchange[],
  traces: string | undefined,
): Part | undefined => {
  if (cards.length === 0) return undefined;
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  return element(
    'section',
    { id: 'causes', 'aria-labelledby': 'causes-title' },
    element('h2', { id: 'causes-title' }, 'Why cells are not judged'),
    cards.map((card) => cardView(card, byNumber, traces)),
  );
};
