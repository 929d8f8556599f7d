import { setTimeout as sleep } from 'node:timers/promises';
import { orStopped } from '../../load/or-stopped.ts';
import type { StepsProfile } from '../../load/profiles/profile.ts';
import type { Clock } from '../../store/clock.ts';
import type { LoadSubject } from '../../load/running/ready-load.ts';
import { measureLoad } from './send-load.ts';
import { print } from '../output/print.ts';
import type { Confirmation } from '../../load/nights/confirm-night.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';

/** What makes the runs of a night. */
export interface RunsOfNight {
  readonly options: NightlyOptions;
  readonly version: string;
  readonly profile: StepsProfile;
  readonly subject: LoadSubject;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}

const MINUTE = 60_000;

/** How a night measures, waits, and measures again. */
export const confirmationOf = (night: RunsOfNight): Confirmation => {
  const { options, version, profile, subject, clock, stop } = night;
  return {
    runs: options.confirmRuns,
    wait: async () => {
      if (options.confirmAfter > 0) print(`waiting ${options.confirmAfter} minutes`);
      const ended = new AbortController();
      const waiting = sleep(options.confirmAfter * MINUTE, true, { signal: ended.signal });
      const isOver = await orStopped(waiting, stop);
      ended.abort();
      return isOver === true && !stop.aborted;
    },
    measure: () => measureLoad({ options, version, profile, signal: stop, parts: true }, subject),
    now: clock,
    print,
  };
};
