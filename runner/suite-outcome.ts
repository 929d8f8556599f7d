import { dirname } from 'node:path';
import type { Pulse } from '../suites/pulse.ts';
import { hearNews } from '../suites/run-news.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { FaultCollector, type SuiteFaults, type ThreadError } from './suite-faults.ts';

/** What became of the suites' tests. */
export interface SuiteOutcome {
  /** What is not the service's fault: exit 4. */
  readonly faults: SuiteFaults;
  /** Why the run was stopped before its end; undefined where it was not. */
  readonly stopped: string | undefined;
  /** What the caller asked for and cannot be had; undefined where nothing is. */
  readonly misuse: string | undefined;
  /** Why the target cannot be judged at all; undefined if it can. */
  readonly unusable: string | undefined;
}

/** Told how far a run is. */
export interface RunProgress {
  /** Told after every test. */
  readonly update: (done: number, total: number, label: string) => void;
  /** Told from time to time what was sent so far. */
  readonly pulse: (pulse: Pulse) => void;
  /** Told in a sentence what the run waits for. */
  readonly note: (sentence: string) => void;
}

/** Gathers what the suites' tests came to. */
export interface OutcomeCollector {
  /** Called with an error that is no verdict, and its place. */
  readonly fault: (where: string, error: ThreadError) => void;
  /** Told why the run was stopped. */
  readonly stopped: (reason: string) => void;
  /** Told why the target cannot be judged at all. */
  readonly unusable: (why: string) => void;
}

/** Milliseconds between two demands: the suites may not listen yet. */
const INSIST = 100;

/** Asks the suites to stop once `stop` is aborted; the returned function ends that. */
const passOn = (stop: AbortSignal, channel: string): (() => void) => {
  const sender = new BroadcastChannel(channel);
  sender.unref();
  const timer = setInterval(() => {
    if (stop.aborted) sender.postMessage(String(stop.reason));
  }, INSIST);
  // Suites that are gone are not waited for.
  timer.unref();
  return () => {
    clearInterval(timer);
    sender.close();
  };
};

/**
 * Conducts suites on another thread: passes on what they are to hear and what they say, and gathers what became of them.
 * Where the machine is at fault, it asks them to stop.
 */
export const gatherOutcome = async (
  plan: RunPlan,
  progress: RunProgress,
  stop: AbortSignal,
  conduct: (collector: OutcomeCollector) => Promise<void>,
): Promise<SuiteOutcome> => {
  const machine = new AbortController();
  const faults = new FaultCollector(dirname(plan.files.exchanges), () =>
    machine.abort('stopped, since its files cannot be written'),
  );
  let [stopped, misuse, unusable]: (string | undefined)[] = [];
  const endPassingOn = passOn(AbortSignal.any([stop, machine.signal]), plan.stopChannel);
  const endHearing = hearNews(plan, (news) =>
    news.kind === 'pulse' ? progress.pulse(news.pulse) : progress.note(news.sentence),
  );
  try {
    await conduct({
      fault: (where, error) => {
        if (error.name === 'LeadsNowhere') misuse ??= error.message;
        else faults.add(where, error);
      },
      stopped: (reason) => {
        stopped ??= reason;
      },
      unusable: (why) => {
        unusable = why;
      },
    });
  } finally {
    endPassingOn();
    endHearing();
  }
  return { faults, stopped, misuse, unusable };
};
