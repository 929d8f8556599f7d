import type { CellVerdict, Finding, Verdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { areaOf, requirementOf } from '../../spec/catalogue.ts';
import { FIRST_DRAWN } from '../../store/diff/first-drawn.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { JUDGEMENT_RULES, rulesOn } from '../../spec/judgement.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { typedCommand } from '../../store/printable.ts';
import { requirementPage } from '../../store/version.ts';
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
import { failureStory, type FailureStory, PART_MEANINGS } from '../story/failure-story.ts';
import { objectHistories } from '../story/object-history.ts';
import { type CauseCard, hasSighting } from './cause-view.ts';
import { tracesOf } from '../../store/run-record.ts';
import { storyView } from './story-view.ts';
import type { PageSource } from './page-head.ts';
import { furtherMismatches } from '../story/further-mismatches.ts';
import { cardsOf } from './fault-frames.ts';
import { cellId } from '../../oracles/ledger.ts';

/** Source of the view of a failed cell. */
export interface CellSource extends Pick<
  PageSource,
  'curl' | 'replay' | 'script' | 'isFirstDrawn' | 'homepage'
> {
  /** Address of a trace of the service. */
  readonly traces: string | undefined;
  readonly findings: readonly Finding[];
  readonly byNumber: ReadonlyMap<number, Exchange>;
  readonly historiesOf: ReturnType<typeof objectHistories>;
}

/** Anchor of a cell on the page. */
const anchorOf = ({ cell }: Pick<CellVerdict, 'cell'>): string => `cell-${cell}`;

type Row = readonly [title: string, content: Content];

const command = (name: string, text: string): Part =>
  element(
    'code',
    { 'data-copy': name },
    typedCommand(text, 'the exchange below, or exchanges.jsonl'),
  );

/** A row with a command; none if a run that is still sending has none yet. */
const commandRow = (name: string, text = ''): readonly Row[] =>
  text === '' ? [] : [[name, command(name, text)]];

const code = (text: string): Part => element('code', shown(text, 3000));

/** The mismatch in a line, for the closed card. */
const mismatchLine = ({ wanted, got, waiver, reason, ...cell }: CellVerdict): string => {
  if (waiver !== undefined) return `waived until ${waiver.expires}: ${shown(waiver.reason, 120)}`;
  if (reason !== undefined) return reasonText({ reason, ...cell });
  return `expected ${shown(wanted, 120)}, got ${shown(got, 120)}`;
};

const mismatchRows = (verdict: CellVerdict, findings: readonly Finding[]): readonly Row[] => {
  const [first, ...others] = mismatchesOf(verdict, findings);
  if (!first) return [];
  const { wanted, got, where, count } = first;
  const further = furtherMismatches(first, others);
  return [
    ['expected', shown(wanted)],
    ['got', shown(got) + (count > 1 ? ` (seen ${count} times)` : '')],
    ...(where === undefined ? [] : [['where', code(where)] as const]),
    ...further.contexts.map((context) => ['also', shown(`elsewhere only if ${context}`)] as const),
    ...further.others
      .slice(0, 5)
      .map((each) => ['also', `expected ${shown(each.wanted)}, got ${shown(each.got)}`] as const),
  ];
};

const originRows = (verdict: CellVerdict): readonly Row[] => {
  const requirement = requirementOf(verdict.requirement);
  const rules = rulesOn(requirement, operation(verdict.operation).line);
  const cited = rules.map((rule) => [element('b', rule), ` ${JUDGEMENT_RULES[rule]}`]);
  const folded = element('details', element('summary', rules.join(', ')), bullets(cited));
  return [
    ['source', requirement.source],
    ...(rules.length === 0 ? [] : [['rules', folded] as const]),
  ];
};

/** The command that explains a requirement, and a link to its page if the documentation is published. */
const explanation = ({ requirement }: CellVerdict, { homepage }: CellSource): Content => {
  const typed = command('explain', `assay explain ${requirement}`);
  const page = requirementPage(requirement, homepage);
  return page === undefined ? typed : [typed, ' ', element('a', { href: page }, 'documentation')];
};

const waiverText = ({ reason, owner, expires }: NonNullable<CellVerdict['waiver']>): string =>
  `${shown(reason)}, by ${shown(owner)}, until ${expires}`;

const rowsOf = (
  verdict: CellVerdict,
  { lanes }: FailureStory,
  source: CellSource,
): readonly Row[] => {
  const { reason, steps, waiver } = verdict;
  return [
    ...(reason === undefined ? [] : [['why', reasonText(verdict)] as const]),
    ...(source.isFirstDrawn?.(verdict) ? [['drawn', FIRST_DRAWN] as const] : []),
    ...(steps === undefined ? [] : [['steps', shown(steps.join('; '))] as const]),
    ...(waiver === undefined ? [] : [['waiver', waiverText(waiver)] as const]),
    ...originRows(verdict),
    ['explain', explanation(verdict, source)],
    ...commandRow('replay', source.replay(verdict)),
    ...commandRow('curl', source.curl(verdict)),
    // One call is a curl line.
    ...(lanes.flat().length > 1 ? commandRow('script', source.script(verdict)) : []),
  ];
};

/**
 * View of one cell that did not pass: expected and actual value, exchanges side by side, and commands that repeat it. `isOpen`:
 * shown without a click.
 */
const failureView = (verdict: CellVerdict, source: CellSource, isOpen: boolean): Part => {
  const { name, line } = operation(verdict.operation);
  const place = `${LINE_TITLES[line]} · ${name}`;
  const story = failureStory(verdict, source.findings, source.byNumber, source.historiesOf);
  return element(
    'details',
    {
      class: 'cell',
      id: anchorOf(verdict),
      open: isOpen,
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
      element('span', { class: 'gist' }, mismatchLine(verdict)),
      element('span', { class: 'statement' }, requirementOf(verdict.requirement).statement),
    ),
    element('a', { class: 'anchor', href: `#${anchorOf(verdict)}` }, 'link to this card'),
    definitions(mismatchRows(verdict, source.findings), { class: 'mismatch' }),
    storyView(verdict, story, source.traces),
    definitions(rowsOf(verdict, story, source)),
  );
};

/** Verdicts that need attention. */
const OPEN: readonly Verdict[] = ['error', 'fail', 'waived', 'inconclusive'];
/** Cards whose calls are printed on paper. */
const MOST_PRINTED = 10;
/** Cells with their exchanges; if all are inconclusive, the page would otherwise have many megabytes. */
const MOST = 200;

/**
 * Cells that did not pass, most severe first and sightings before other open ones, without those that only the card of a cause
 * shows.
 */
const ownCells = (
  verdicts: readonly CellVerdict[],
  cards: readonly CauseCard[],
): readonly CellVerdict[] => {
  const held = new Set(cards.flatMap(({ cells }) => cells.map(({ cell }) => cell)));
  return GRAVEST_FIRST.filter((verdict) => OPEN.includes(verdict)).flatMap((verdict) => {
    const own = verdicts.filter((each) => each.verdict === verdict);
    return [
      ...own.filter(hasSighting),
      ...own.filter((each) => !hasSighting(each) && !held.has(each.cell)),
    ];
  });
};

/** Anchors of the cells: their own card, or that of their cause. */
export const cellAnchors = (
  verdicts: readonly CellVerdict[],
  cards: readonly CauseCard[],
): ReadonlyMap<string, string> =>
  new Map([
    ...cards.flatMap(({ anchor, cells }) => cells.map(({ cell }) => [cell, anchor] as const)),
    ...ownCells(verdicts, cards)
      .slice(0, MOST)
      .map((each) => [each.cell, anchorOf(each)] as const),
  ]);

const legendOfSteps = (): Part =>
  element(
    'details',
    { class: 'words-of-steps' },
    element(
      'summary',
      'A cell is one requirement on one operation. What the words of its steps mean',
    ),
    definitions(Object.entries(PART_MEANINGS)),
  );

/** Cards whose calls are not printed. */
const furtherView = (views: readonly Part[]): Part | undefined =>
  views.length === 0
    ? undefined
    : element(
        'div',
        { class: 'brief' },
        element(
          'p',
          { class: 'on-paper' },
          'The calls of the other cells are in the page, not on paper.',
        ),
        views,
      );

/** Section of the cells that did not pass; undefined if there are none. */
export const failureSection = (
  { verdicts, findings, exchanges, ...page }: PageSource,
  cards: readonly CauseCard[],
): Part | undefined => {
  const all = ownCells(verdicts, cards);
  const cells = all.slice(0, MOST);
  if (cells.length === 0) return undefined;
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  const historiesOf = objectHistories(exchanges);
  const byCell = Map.groupBy(findings, (each: Finding) => cellId(each.requirement, each.operation));
  const more = all.length - cells.length;
  const failed = all.filter(({ verdict }) => verdict === 'fail');
  const isSole = (verdict: CellVerdict): boolean =>
    all.length === 1 || (failed.length === 1 && verdict === failed[0]);
  const views = cardsOf(cells, (verdict) =>
    failureView(
      verdict,
      {
        ...page,
        findings: byCell.get(verdict.cell) ?? [],
        byNumber,
        traces: tracesOf(page.record),
        historiesOf,
      },
      isSole(verdict),
    ),
  );
  return element(
    'section',
    { id: 'failures', 'aria-labelledby': 'failures-title' },
    element('h2', { id: 'failures-title' }, 'Cells that did not pass'),
    legendOfSteps(),
    views.slice(0, MOST_PRINTED),
    furtherView(views.slice(MOST_PRINTED)),
    more > 0
      ? element(
          'p',
          { class: 'muted' },
          `… and ${more.toLocaleString('en-GB')} more, listed in the tables below`,
        )
      : undefined,
  );
};
