import type { Exchange } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** What a request came to, before anything is made of it. */
export interface Answer {
  /** Disturbed: by the environment, so that nothing of the service is seen. */
  readonly kind: 'accepted' | 'refused' | 'server-error' | 'disturbed';
  /** Such as `refused with 400`. */
  readonly words: string;
}

/** What the answer to a request that the specification leaves open comes to. */
export const answerOf = ({ response, error }: Exchange): Answer => {
  if (!response) {
    const late = error?.code === 'DEADLINE';
    return { kind: 'disturbed', words: late ? 'no answer in time' : 'closed the connection' };
  }
  const { status } = response;
  if (isDisturbance(status)) return { kind: 'disturbed', words: `disturbed, status ${status}` };
  if (status < 300) return { kind: 'accepted', words: 'accepted' };
  if (status < 400) return { kind: 'accepted', words: `redirected with ${status}` };
  // 501 says that something is not there, which is a refusal.
  if (status < 500 || status === 501) return { kind: 'refused', words: `refused with ${status}` };
  return { kind: 'server-error', words: `server error ${status}` };
};
