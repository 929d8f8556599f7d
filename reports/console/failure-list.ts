import type { CellVerdict, ReasonCode } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { sharedFaults } from '../story/shared-faults.ts';
import { MARKS, type Paint, painter } from './paint.ts';
import { COLUMNS, inlineText, labelled, wrap } from '../../store/printable.ts';
import { counted } from '../../spec/message-text.ts';
import { type FirstCause } from '../../oracles/causes/first-cause.ts';

/** Failed cells of one requirement, or of several that probably have one fault. */
export interface FailureGroup {
  readonly requirement: RequirementId;
  /** Of several requirements: what they have in common (`sharedFaults`). */
  readonly title?: string;
  readonly shown: readonly CellVerdict[];
  /** Cells of the same group that are not printed. */
  readonly more: readonly CellVerdict[];
}

/** Inconclusive cells with the same reason. */
export interface OpenGroup {
  readonly reason: ReasonCode | 'no reason';
  readonly blockedBy?: RequirementId;
  readonly cells: readonly CellVerdict[];
}

/** Cells that need attention, most severe first. */
export interface FailureList {
  readonly failed: readonly FailureGroup[];
  /** Groups that are printed in one line or only counted. */
  readonly hidden: readonly FailureGroup[];
  readonly errors: readonly CellVerdict[];
  /** Largest group first. */
  readonly open: readonly OpenGroup[];
}

/** Limits on the printed part of a list. */
export interface FailureLimits {
  /** Groups with a cell in full; default 3, so that the end of a run fits on a screen. */
  readonly groups?: number;
  /** Cells of each group; default 1, since the others mostly repeat it. */
  readonly cells?: number;
}

const groupOpen = (verdicts: readonly CellVerdict[]): OpenGroup[] => {
  const inconclusive = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const groups = Map.groupBy(inconclusive, ({ reason = 'no reason', blockedBy = '' }) =>
    `${reason} ${blockedBy}`.trim(),
  );
  return [...groups.values()]
    .flatMap((cells): OpenGroup[] => {
      const [first] = cells;
      if (!first) return [];
      const { reason = 'no reason', blockedBy } = first;
      return [{ reason, ...(blockedBy === undefined ? {} : { blockedBy }), cells }];
    })
    .sort((a, b) => b.cells.length - a.cells.length);
};

/**
 * Groups the verdicts of a run: fails by fault, the largest group first, since it is the likeliest cause of others; errors;
 * inconclusive cells by reason.
 */
export const listFailures = (
  verdicts: readonly CellVerdict[],
  { groups: most = 3, cells = 1 }: FailureLimits = {},
): FailureList => {
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  const faults = sharedFaults(failed).toSorted((a, b) => b.cells.length - a.cells.length);
  const groups = faults.flatMap(({ cells: all, title }): FailureGroup[] => {
    const [first] = all;
    if (!first) return [];
    const { requirement } = first;
    const parts = { requirement, shown: all.slice(0, cells), more: all.slice(cells) };
    return [title === undefined ? parts : { ...parts, title }];
  });
  return {
    failed: groups.slice(0, most),
    hidden: groups.slice(most),
    errors: verdicts.filter(({ verdict }) => verdict === 'error'),
    open: groupOpen(verdicts),
  };
};

/** As many names as fit on the line, at least one, and the number of the others. */
const named = (start: string, names: readonly string[]): string => {
  for (let count = names.length; count > 1; count -= 1) {
    const rest = names.length - count;
    const line = start + names.slice(0, count).join(', ') + (rest > 0 ? `, … ${rest} more` : '');
    if (line.length <= COLUMNS) return line;
  }
  const rest = names.length > 1 ? `, … ${names.length - 1} more` : '';
  return (
    start + inlineText(names[0] ?? '', Math.max(20, COLUMNS - start.length - rest.length)) + rest
  );
};

const cellCount = (cells: readonly CellVerdict[]): string =>
  `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`;

const INDENT = '  ';

/** Failed requirements with their statement alone, after those in full; the others are counted. */
const BRIEF = 8;

const briefOf = (
  { requirement, title, shown, more }: FailureGroup,
  paint: Paint,
): readonly string[] => {
  const cells = [...shown, ...more];
  const start = `${MARKS.fail.sign} ${requirement}`;
  const [first] = cells;
  const place = cells.length === 1 && first ? first.operation : cellCount(cells);
  const text = title ?? requirementOf(requirement).statement;
  const painted = paint(MARKS.fail.style, start);
  // A word that is cut, such as "without", may turn the sense round.
  return start.length + text.length + place.length + 4 <= COLUMNS
    ? [`${painted}  ${text}  ${place}`]
    : [
        `${painted}  ${place}`,
        ...wrap(text, COLUMNS - INDENT.length, 3).map((line) => INDENT + line),
      ];
};

const briefLines = (groups: readonly FailureGroup[], paint: Paint): readonly string[] => {
  const rest = groups.slice(BRIEF).map(({ requirement }) => requirement);
  const noun = rest.length === 1 ? 'requirement' : 'requirements';
  return [
    ...groups.slice(0, BRIEF).flatMap((group) => briefOf(group, paint)),
    ...(rest.length === 0 ? [] : [named(`… and ${rest.length} more failed ${noun}: `, rest)]),
  ];
};

/** Groups of inconclusive cells that are printed; the others are counted. */
const OPEN_GROUPS = 6;

/** Most frequent actual value, with its count. */
const mostFrequent = (cells: readonly CellVerdict[]): string => {
  const groups = [...Map.groupBy(cells, ({ got }) => got)].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const [got, same] = groups[0] ?? ['', []];
  return groups.length > 1 ? `${got} (${same.length} of ${cells.length})` : got;
};

const openLines = ({ reason, blockedBy, cells }: OpenGroup, paint: Paint): string => {
  const why = reasonText({
    ...(reason === 'no reason' ? {} : { reason }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  });
  const hides = reason === 'blocked-by' ? '; more failures may hide behind it' : '';
  const start = `${MARKS.inconclusive.sign} ${cellCount(cells)} not judged, ${why}${hides}`;
  const names = cells.map(({ cell }) => cell);
  const [first = '', ...rest] = wrap(start, COLUMNS - INDENT.length, 3);
  return [
    paint(MARKS.inconclusive.style, first),
    ...rest.map((line) => INDENT + line),
    named('  cells   ', names),
    ...labelled('  got     ', mostFrequent(cells), 2),
  ].join('\n');
};

const restOf = (groups: readonly OpenGroup[]): readonly string[] => {
  const cells = groups.flatMap((group) => group.cells);
  return cells.length === 0 ? [] : [`… and ${cellCount(cells)} not judged for other reasons`];
};

/** Prints a list; `renderOne` prints one failed cell (see renderFailure). Empty if nothing needs attention. */
export const renderFailureList = (
  list: FailureList,
  renderOne: (verdict: CellVerdict) => string,
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const blocks = list.failed.map(({ title, shown, more }) => {
    const [what, names] =
      title === undefined
        ? ['of the same requirement', more.map(({ operation }) => operation)]
        : ['of the same kind', more.map(({ cell }) => cell)];
    const rest = named(`  … and ${more.length} more ${what}: `, names);
    const head =
      title === undefined ? [] : wrap(`${cellCount([...shown, ...more])}: ${title}`, COLUMNS, 3);
    return [
      ...head.map((line) => paint(MARKS.fail.style, line)),
      ...shown.map(renderOne),
      ...(more.length > 0 ? [rest] : []),
    ].join('\n');
  });
  if (list.hidden.length > 0) blocks.push(briefLines(list.hidden, paint).join('\n'));
  const errors = list.errors.map(({ cell, got }) =>
    paint(MARKS.error.style, named(`${MARKS.error.sign} harness at fault on ${cell}: `, [got])),
  );
  const open = [
    ...list.open.slice(0, OPEN_GROUPS).map((group) => openLines(group, paint)),
    ...restOf(list.open.slice(OPEN_GROUPS)),
  ];
  return [...blocks, ...[errors, open].map((lines) => lines.join('\n'))]
    .filter((block) => block !== '')
    .join('\n\n');
};

/** Causes that are printed in full; the others are counted. */
const SHOWN = 5;
const SENTENCE_LINES = 4;

const lineOf = ({ sentence, target, answer, exchange, cells }: FirstCause): readonly string[] => {
  const hangs =
    cells.length === 0
      ? ''
      : ` ${counted(cells.length, 'cell')} ${cells.length === 1 ? 'depends' : 'depend'} on it; more failures may hide behind it.`;
  const [first = '', ...rest] = wrap(
    `${MARKS.inconclusive.sign} ${sentence}${hangs}`,
    COLUMNS - INDENT.length,
    SENTENCE_LINES,
  );
  const seen = exchange === undefined ? '' : `  (exchange ${exchange})`;
  return [
    first,
    ...rest.map((line) => INDENT + line),
    ...(target === undefined ? [] : labelled('  target  ', target, 2)),
    ...(answer === undefined ? [] : labelled('  answer  ', answer + seen, 2)),
  ];
};

/** Causes of inconclusive cells, worst first, at most five in full. Empty if there are none. */
export const renderFirstCauses = (
  causes: readonly FirstCause[],
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const blocks = causes.slice(0, SHOWN).map((cause) => {
    const [sentence = '', ...details] = lineOf(cause);
    return [paint(MARKS.inconclusive.style, sentence), ...details].join('\n');
  });
  const rest = causes.slice(SHOWN);
  const cells = rest.reduce((sum, each) => sum + each.cells.length, 0);
  if (rest.length > 0) {
    blocks.push(`… and ${counted(rest.length, 'more cause')} of ${counted(cells, 'cell')}`);
  }
  return blocks.join('\n');
};
