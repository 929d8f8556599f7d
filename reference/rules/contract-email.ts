import { LINES } from '../../spec/line.ts';
import type { Rule } from './rule.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import { isEmail } from '../email.ts';

/** A draft may hold a malformed e-mail of the policyholder, a contract may not (E9). */
export const contractEmail: Rule = {
  id: 'contract-email',
  lines: LINES,
  at: 'contract',
  check: ({ body }) => {
    const email = (body as TravelDraft).policyholder?.contact?.email;
    if (email === undefined || isEmail(email)) return undefined;
    return { message: 'must be a valid e-mail address', field: '/policyholder/contact/email' };
  },
};
