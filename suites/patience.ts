import type { Patience } from '../client/delivery.ts';
import type { RunPlan } from './run-plan.ts';

type Named = Pick<RunPlan, 'files'>;

const channelOf = ({ files }: Named): string => `assay-patience ${files.exchanges}`;

/** `the service asks for patience (503, Retry-After 30 s): waiting until 12:41:07`, in the time of this machine. */
const patienceSentence = ({ status, seconds, until }: Patience): string =>
  `the service asks for patience (${status}, Retry-After ${seconds} s): waiting until ${until.toLocaleTimeString('en-GB')}`;

/** Tells whoever conducts the run, on another thread, that the service asks for patience. */
export const tellOfPatience = (plan: Named, patience: Patience): void => {
  const channel = new BroadcastChannel(channelOf(plan));
  channel.postMessage(patienceSentence(patience));
  channel.close();
};

/** Hears the sentences of a run; the returned function ends that. */
export const hearOfPatience = (plan: Named, hear: (sentence: string) => void): (() => void) => {
  const channel = new BroadcastChannel(channelOf(plan));
  channel.addEventListener('message', (event) => hear(String((event as MessageEvent).data)));
  channel.unref();
  return () => channel.close();
};
