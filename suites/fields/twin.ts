import type { Stage } from '../../oracles/refusals/checkpoint.ts';
import type { Run } from '../run.ts';
import { type Chase, chase, type Pursuit } from './chase.ts';

/** The twin of a faulty draft, and whether it may stand beside others as well. */
export interface Twin {
  readonly pursuit: Pursuit;
  /** The chase of the faulty draft that it is the twin of. */
  readonly faulty: Chase;
  /** Left out: it is sent for this draft alone. */
  readonly isShared?: boolean;
}

/** The name under which what becomes of a twin is kept: the same body, written in the same way, followed as far. */
const nameOf = ({ line, via, until, body }: Pursuit): string =>
  JSON.stringify([line, via, until, body]);

/** Tries the twin on the draft that the fault's refusal left empty, and where that one refuses the twin, too, on a fresh one. */
const chaseAlone = async (run: Run, pursuit: Pursuit, { leftEmpty }: Chase): Promise<Chase> => {
  if (!leftEmpty) return chase(run, pursuit);
  const there = await chase(run, { ...pursuit, onto: leftEmpty });
  if (!there.leftEmpty) return there;
  const { judgements, ...afresh } = await chase(run, pursuit);
  return { ...afresh, judgements: [...there.judgements, ...judgements] };
};

const isAcceptedAt = ({ legs, stuck }: Chase, until: Stage): boolean => {
  const last = legs.at(-1);
  return stuck === undefined && last?.stage === until && (last.status ?? 599) < 400;
};

/** What its answers show beside the acceptance is told by the probe that sent it, and need not be kept: it is thousands of judgements. */
const untold = (chased: Chase): Chase => ({ ...chased, judgements: [] });

/**
 * Follows a twin as far as its faulty draft came. Drafts whose faults were put into the same body share it: that the body is
 * accepted is shown once. Where it was not accepted, each of them asks for itself.
 */
export const chaseTwin = async (run: Run, { pursuit, faulty, isShared }: Twin): Promise<Chase> => {
  if (!isShared) return chaseAlone(run, pursuit, faulty);
  const { twins } = run.memory;
  const name = nameOf(pursuit);
  const known = twins.get(name);
  if (!known) {
    const own = chaseAlone(run, pursuit, faulty);
    const kept = own.then(untold);
    // Whoever sent it hears of it.
    kept.catch(() => undefined);
    twins.set(name, kept);
    return own;
  }
  const earlier = await known;
  if (isAcceptedAt(earlier, pursuit.until)) return earlier;
  return chaseAlone(run, pursuit, faulty);
};
