import type { Patience } from '../client/http/delivery.ts';
import type { Pulse } from './pulse.ts';

/** What suites say of themselves, while they are conducted, to whoever waits for them. */
export type RunNews =
  | { readonly kind: 'patience'; readonly sentence: string }
  | { readonly kind: 'pulse'; readonly pulse: Pulse };

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
