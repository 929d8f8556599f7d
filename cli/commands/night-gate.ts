import { EXIT } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import type { NightVerdict } from '../../store/nights/night-result.ts';
import { conduct } from '../../runner/conduct.ts';
import type { Outcome } from '../../store/outcome.ts';
import { POLICIES } from '../../store/policies.ts';
import { print } from '../output/print.ts';
import { quietListener } from '../output/run-listeners.ts';
import type { RunListener } from '../../runner/run-listener.ts';
import { staleWaiverLines } from '../output/waiver-lines.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';

/** Reason to send no load after a gate. */
export interface ClosedGate {
  readonly verdict: NightVerdict;
  readonly reason: string;
}

/** Result of the gate of a night. */
export interface NightGate {
  readonly closed: ClosedGate | undefined;
  /** Waivers that need attention; they do not close the gate. */
  readonly notes: readonly string[];
}

/** A finished gate. Its verdicts decide, since the exit code of a stale waiver hides inconclusive cells. */
type FinishedGate = Pick<Outcome, 'exitCode' | 'verdicts' | 'waivers'>;

/** Reason to send no load after a gate; undefined if load may be sent. */
export const closedGateOf = (
  { exitCode, verdicts }: FinishedGate,
  run: string,
): ClosedGate | undefined => {
  const seen = `assay report ${run}`;
  if (exitCode === EXIT.harness)
    return { verdict: 'ERROR', reason: `the gate itself failed, so no load was sent; ${seen}` };
  if (exitCode === EXIT.nonConformant)
    return {
      verdict: 'FAIL',
      reason: `the service failed the gate, and the speed of wrong answers does not matter, so no load was sent; ${seen} shows the failures`,
    };
  const isOpen =
    verdicts.length === 0 || verdicts.some(({ verdict }) => verdict === 'inconclusive');
  return isOpen || exitCode === EXIT.incomplete
    ? {
        verdict: 'INVALID',
        reason: `the gate could not judge everything, so no load was sent; ${seen} shows why; --requirement limits the gate to what it can judge`,
      }
    : undefined;
};

/**
 * Judges the service as `assay gate` does: measurements of a broken service mean nothing. Throws UsageError and
 * TargetError.
 */
export const runNightGate = async (
  options: NightlyOptions,
  version: string,
  stop: AbortSignal,
): Promise<NightGate> => {
  const { gateSeed: seed } = options;
  const order = { ...options, ...POLICIES.gate, seed, command: 'gate', version };
  let run = '';
  const listener: RunListener = {
    ...quietListener(print, wantsColour(process.stdout)),
    begun: ({ path }) => {
      run = path;
    },
  };
  const outcome = await conduct(order, stop, listener);
  const notes = staleWaiverLines(outcome.waivers);
  const closed = stop.aborted
    ? ({ verdict: 'INVALID', reason: `${String(stop.reason)} before any load was sent` } as const)
    : closedGateOf(outcome, run);
  return { closed, notes };
};
