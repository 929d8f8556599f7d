import type { Line } from '../../spec/line.ts';
import { isDraftWrite, type KnownOperation, operation, OPERATIONS } from '../../spec/operations.ts';
import type { Connection } from '../contexts/connection.ts';
import {
  CALL_DIMENSIONS,
  CLOSED_DRAFT_DIMENSIONS,
  type DimensionName,
  DIMENSIONS,
  DRAFT_DIMENSIONS,
  type ProbeContext,
  WRITTEN_DIMENSIONS,
  dimensionsOn,
} from '../contexts/context.ts';
import { contextValues, FURTHER_CHOICES, takeComplementary } from '../contexts/complementary.ts';
import { drawContext } from '../contexts/draw-context.ts';
import type { Run } from '../engine/run.ts';
import { type Probe } from './probes.ts';
import type { Session } from './session.ts';

/** Dimensions of an operation's context: those of the call, of the draft that it writes, and of the draft in its path. */
export const dimensionsOf = (row: KnownOperation): readonly DimensionName[] => {
  const { path, step, line } = row;
  const own: readonly DimensionName[] = isDraftWrite(row)
    ? ['beside', 'language', 'siblings']
    : ['beside'];
  if (!/\{(draftId|contractId)\}/.test(path)) return [...CALL_DIMENSIONS, ...own];
  const isOfContract = step.startsWith('contract-') || step === 'payment-status';
  const ofDraft = isOfContract ? DRAFT_DIMENSIONS : CLOSED_DRAFT_DIMENSIONS;
  return dimensionsOn(line, [...ofDraft, ...own, ...WRITTEN_DIMENSIONS, 'items']);
};

/** Number of contexts for the probes of an operation in a certify; a gate has one. */
const CONTEXTS = 4;

/** Dimensions of the used draft of a line. */
export const usedDimensions = (line: Line): readonly DimensionName[] =>
  dimensionsOn(line, [...DRAFT_DIMENSIONS, ...WRITTEN_DIMENSIONS, 'items']);

/** Operation that a used draft is prepared for: its last one, or one with its contract. */
export type PreparedOperation = `${Line}.${'contract-create' | 'contract-get'}`;

/** Operation that the used draft of an operation's second probes is prepared for; undefined if its path names none. */
export const preparedFor = ({ line, path }: KnownOperation): PreparedOperation | undefined => {
  if (path.includes('{draftId}')) return `${line}.contract-create`;
  return path.includes('{contractId}') ? `${line}.contract-get` : undefined;
};

/** Context of a used draft. A travel draft on which items are probed has some of every kind. */
export const usedContext = ({ plan: { seed } }: Run, prepared: PreparedOperation): ProbeContext => {
  const { line, step } = operation(prepared);
  const number = OPERATIONS.findIndex(({ id }) => id === prepared);
  return {
    ...drawContext(seed, 'used', number, usedDimensions(line)),
    items: line === 'travel' && step === 'contract-create' ? 2 : 0,
  };
};

/** Ways in which a draft can be used. */
const USES = DIMENSIONS.filter(({ name }) =>
  DRAFT_DIMENSIONS.some((each) => each === name && !CALL_DIMENSIONS.some((call) => call === each)),
);

/**
 * The context of a session whose probes are sent again on a used draft: with the other content, and used in every way in which
 * that draft is not.
 */
const besideUsed = (run: Run, row: KnownOperation, context: ProbeContext): ProbeContext => {
  const prepared = preparedFor(row);
  if (!prepared) return context;
  const used = usedContext(run, prepared);
  const others = USES.flatMap(({ name, plain, wheel }) => {
    const isUnused = [used, context].every((each) => each[name as DimensionName] === plain);
    return isUnused ? [[name, wheel.find((value) => value !== plain)]] : [];
  });
  return {
    ...context,
    ...Object.fromEntries(others),
    content: used.content === 'short' ? 'complete' : 'short',
  };
};

/** Contexts of a session, drawn by the run's seed and its place among the operations. */
export const contextsOf = ({ run, row }: Pick<Session, 'run' | 'row'>): readonly ProbeContext[] => {
  const number = OPERATIONS.findIndex(({ id }) => id === row.id);
  const contextAt = (nth: number): ProbeContext =>
    drawContext(run.plan.seed, 'protocol', number + nth * OPERATIONS.length, dimensionsOf(row));
  if (!run.plan.thorough) return [besideUsed(run, row, contextAt(0))];
  const met = new Set<string>();
  return Array.from({ length: CONTEXTS }, (_, at) => {
    const choices = Array.from({ length: at === 0 ? 1 : FURTHER_CHOICES }, (__, choice) =>
      contextAt(at * FURTHER_CHOICES + choice),
    );
    return takeComplementary(choices, contextValues, [met]);
  });
};

/**
 * Connection of a group of probes after these: the probes of one requirement take turns between a fresh and a reused one, since
 * neither needs a control request of its own.
 */
export const connectionOf = (
  [first]: readonly Probe[],
  { connection }: ProbeContext,
  sent: readonly Probe[],
): Connection => {
  const other = connection === 'fresh' ? 'reused' : 'fresh';
  const alike = sent.filter(({ requirement }) => requirement === first?.requirement);
  return alike.length % 2 === 0 ? connection : other;
};

/** Probes in groups that are sent at the same time: pairs, if their context asks for another call in flight. */
export const groupsOf = (
  probes: readonly Probe[],
  { beside }: ProbeContext,
): readonly (readonly Probe[])[] => {
  const size = beside === 'call' ? 2 : 1;
  return probes.flatMap((_, at) => (at % size === 0 ? [probes.slice(at, at + size)] : []));
};
