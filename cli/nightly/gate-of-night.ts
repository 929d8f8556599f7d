import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import type { NightVerdict } from '../../reports/nightly/night-result.ts';
import { conduct } from '../conduct.ts';
import { POLICIES } from '../policies.ts';
import { print } from '../print.ts';
import { quietListener } from '../quiet-listener.ts';
import type { RunListener } from '../run-listener.ts';
import type { NightlyOptions } from './nightly-options.ts';

/** Why no load is sent after a gate; undefined where it may be. */
export interface ClosedGate {
  readonly verdict: NightVerdict;
  readonly reason: string;
}

const closedBy = (code: ExitCode, run: string): ClosedGate | undefined => {
  const seen = `assay report ${run}`;
  if (code === EXIT.nonConformant)
    return {
      verdict: 'FAIL',
      reason: `the gate failed: how fast wrong answers are is no matter, so no load was sent; ${seen} shows them`,
    };
  if (code === EXIT.incomplete)
    return {
      verdict: 'INVALID',
      reason: `the gate could not judge everything, so no load was sent; ${seen} says why, --requirement narrows the gate to what it can judge`,
    };
  return code === EXIT.harness
    ? { verdict: 'ERROR', reason: `the gate broke down, so no load was sent; ${seen}` }
    : undefined;
};

/** Judges the service as `assay gate` does: a night on a broken service is no night. Throws UsageError and TargetError. */
export const gateOfNight = async (
  options: NightlyOptions,
  version: string,
  stop: AbortSignal,
): Promise<ClosedGate | undefined> => {
  const order = {
    ...options,
    command: 'gate',
    version,
    runs: POLICIES.gate.runs,
    thorough: POLICIES.gate.thorough,
  };
  let run = '';
  const listener: RunListener = {
    ...quietListener(print, wantsColour(process.stdout)),
    begun: ({ path }) => {
      run = path;
    },
  };
  const { exitCode } = await conduct(order, stop, listener);
  if (stop.aborted)
    return { verdict: 'INVALID', reason: `${String(stop.reason)} before any load was sent` };
  return closedBy(exitCode, run);
};
