import type { Exchange } from '../../spec/exchange.ts';
import { insteadOfAnswer } from '../../spec/unread-answer.ts';

/** What an exchange was answered, for a message: `status 404`, or `no answer: DEADLINE`. */
export const statusText = ({ response, error }: Exchange): string =>
  response ? `status ${response.status}` : `no answer: ${insteadOfAnswer(error)}`;
