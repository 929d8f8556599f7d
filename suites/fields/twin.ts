import type { Run } from '../run.ts';
import { type Chase, chase, type Pursuit } from './chase.ts';

/**
 * Follows the twin of a faulty draft as far as that one came: on the draft that the fault's refusal left empty, and where that
 * one refuses the twin, too, on a fresh one.
 */
export const chaseTwin = async (
  run: Run,
  pursuit: Pursuit,
  { leftEmpty }: Chase,
): Promise<Chase> => {
  if (!leftEmpty) return chase(run, pursuit);
  const there = await chase(run, { ...pursuit, onto: leftEmpty });
  if (!there.leftEmpty) return there;
  const { judgements, ...afresh } = await chase(run, pursuit);
  return { ...afresh, judgements: [...there.judgements, ...judgements] };
};
