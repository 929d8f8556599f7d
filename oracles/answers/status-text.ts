import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';

/** What an exchange was answered, for a message: `status 404`, or `no answer: DEADLINE`. */
export const statusText = ({ response, error }: Exchange): string =>
  response ? `status ${response.status}` : `no answer: ${insteadOfAnswer(error)}`;
