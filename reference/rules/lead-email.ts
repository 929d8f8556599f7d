import type { Lead } from '../../spec/schemas/one-shot.ts';
import type { Rule } from './rule.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';
import { LINES } from '../../spec/line.ts';
import { isEmail } from '../email.ts';

/** For a lead by EMAIL the policyholder's e-mail must be present and valid (Errors, rule 2; L1). */
export const leadEmail: Rule = {
  id: 'lead-email',
  lines: LINES,
  at: 'lead',
  check: ({ body, payload }) => {
    if ((payload as Lead).transport !== 'EMAIL') return undefined;
    const email = (body as TravelDraft).policyholder?.contact?.email;
    if (email !== undefined && isEmail(email)) return undefined;
    return {
      message: 'must be present and valid for a lead by EMAIL',
      field: '/policyholder/contact/email',
    };
  },
};
