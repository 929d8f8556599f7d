import type { PreflightResult } from '../client/preflight.ts';
import type { BegunRun } from './begin-run.ts';
import { tryBySuites } from './try-by-suites.ts';

type Tried = Pick<BegunRun, 'target'> & {
  readonly plan: Pick<BegunRun['plan'], 'keepsEvidence' | 'target'>;
  readonly frame: { readonly order: Pick<BegunRun['frame']['order'], 'line'> };
};

/**
 * What comes of trying the target of a run: in the thread of the suites where they are shown there, since what sends is loaded
 * there, else on this one. Undefined where it was stopped; then nothing more is sent.
 */
export const triedTarget = async (
  { plan, frame, target }: Tried,
  stop: AbortSignal,
  bySuites: typeof tryBySuites = tryBySuites,
): Promise<PreflightResult | undefined> => {
  const { line: lines } = frame.order;
  const there =
    plan.keepsEvidence && plan.target
      ? await bySuites({ target: plan.target, lines }, stop)
      : undefined;
  if (there || stop.aborted) return there;
  const { preflight } = await import('../client/preflight.ts');
  return preflight(target, lines);
};
