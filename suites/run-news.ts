import type { Patience } from '../client/http/delivery.ts';
import type { Pulse } from './pulse.ts';
import type { RunPlan } from './run-plan.ts';

type Named = Pick<RunPlan, 'files'>;

/** What suites say of themselves, while they are conducted, to whoever waits for them. */
export type RunNews =
  | { readonly kind: 'patience'; readonly sentence: string }
  | { readonly kind: 'pulse'; readonly pulse: Pulse };

/** Tells news of a run until it is closed. */
export interface NewsTeller {
  readonly tell: (news: RunNews) => void;
  readonly close: () => void;
}

const channelOf = ({ files }: Named): string => `assay-news ${files.exchanges}`;

/** `the service asks for patience (503, Retry-After 30 s): waiting until 12:41:07`, in the time of this machine. */
export const patienceNews = ({ status, seconds, until }: Patience): RunNews => ({
  kind: 'patience',
  sentence: `the service asks for patience (${status}, Retry-After ${seconds} s): waiting until ${until.toLocaleTimeString('en-GB')}`,
});

/** The pace that a service bears which turns requests away, and the key that declares it. */
export const paceNews = (requestsPerSecond: number): RunNews => ({
  kind: 'patience',
  sentence: `the service turns away what comes faster: sending ${requestsPerSecond} requests a second now; limits.requestsPerSecond: ${requestsPerSecond} in the target declares it`,
});

/** Tells news to whoever conducts the run, on another thread. */
export const openNews = (plan: Named): NewsTeller => {
  const channel = new BroadcastChannel(channelOf(plan));
  channel.unref();
  let isOpen = true;
  return {
    // Where the run was stopped, a request that is under way may still have news.
    tell: (news) => {
      if (isOpen) channel.postMessage(news);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
};

/** Hears the news of a run; the returned function ends that. */
export const hearNews = (plan: Named, hear: (news: RunNews) => void): (() => void) => {
  const channel = new BroadcastChannel(channelOf(plan));
  channel.addEventListener('message', (event) => hear((event as MessageEvent).data as RunNews));
  channel.unref();
  return () => channel.close();
};
