import type { Choices } from '../choices.ts';
import { LINES } from '../../spec/line.ts';
import { isTokenValid } from '../lifetimes.ts';
import type { Rule } from './rule.ts';
import type { ToContract } from '../../spec/schemas/one-shot.ts';

/**
 * A contract needs a token of its draft as proof that the user terms were retrieved (To-contract
 * payload; K3).
 */
export const termsToken = (choices: Choices): Rule => ({
  id: 'terms-token',
  lines: LINES,
  at: 'contract',
  check: ({ draft, line, payload, tokens }) => {
    const { userTermsToken } = payload as Partial<ToContract>;
    const needed = line === 'gap' || choices.contractNeeds.token;
    if (userTermsToken === undefined && !needed) return undefined;
    const isValid =
      draft !== undefined &&
      userTermsToken !== undefined &&
      tokens.isValid(userTermsToken, draft) &&
      isTokenValid(draft, userTermsToken, choices);
    if (isValid) return undefined;
    return { message: 'is not a token of this draft', field: '/userTermsToken' };
  },
});
