import { type KnownOperation, OPERATIONS } from '../../spec/operations.ts';
import type { Connection } from '../contexts/connection.ts';
import {
  CALL_DIMENSIONS,
  CLOSED_DRAFT_DIMENSIONS,
  type DimensionName,
  DRAFT_DIMENSIONS,
  type ProbeContext,
} from '../contexts/context.ts';
import { dimensionsOn } from '../contexts/items.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { type Probe } from './probes.ts';
import { isDraftWrite, type Session } from './session.ts';

/** Dimensions of an operation's context: those of the call, and those of the draft in its path. */
export const dimensionsOf = (row: KnownOperation): readonly DimensionName[] => {
  const { path, step, line } = row;
  const ofBody = isDraftWrite(row)
    ? (['siblings', 'language', 'beside'] as const)
    : (['beside'] as const);
  if (!/\{(draftId|contractId)\}/.test(path)) return [...CALL_DIMENSIONS, ...ofBody];
  return step.startsWith('contract-') || step === 'payment-status'
    ? [...DRAFT_DIMENSIONS, ...ofBody]
    : dimensionsOn(line, [...CLOSED_DRAFT_DIMENSIONS, ...ofBody, 'items']);
};

/** Number of contexts for the probes of an operation in a gate and in a certify. */
const CONTEXTS = { gate: 1, certify: 4 } as const;

/** Contexts of a session, drawn by the run's seed and its place among the operations. */
export const contextsOf = ({ run, row }: Pick<Session, 'run' | 'row'>): readonly ProbeContext[] => {
  const number = OPERATIONS.findIndex(({ id }) => id === row.id);
  const count = CONTEXTS[run.plan.thorough ? 'certify' : 'gate'];
  return Array.from({ length: count }, (_, at) =>
    drawContext(run.plan.seed, 'protocol', number + at * OPERATIONS.length, dimensionsOf(row)),
  );
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
