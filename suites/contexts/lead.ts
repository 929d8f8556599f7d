import type { Call } from '../../client/http/client.ts';
import { atPointer } from '../../spec/place-in-answer.ts';
import type { Dimension } from './dimension.ts';

/** A lead that was sent for the draft before. */
export type EarlierLead = 'none' | 'sent' | 'by-email';

/** A lead that was sent for the draft before; state and order of steps are free (R5). */
export const lead: Dimension<EarlierLead> = {
  name: 'lead',
  rule: 'R5',
  plain: 'none',
  wheel: ['sent', 'none', 'by-email', 'sent', 'by-email', 'none'],
  simplestFirst: ['sent', 'by-email'],
  condition: (sent) => `a lead was sent${sent === 'by-email' ? ' by e-mail' : ''} before`,
};

/**
 * The call of an earlier lead: without transport, or by EMAIL, which is legal only for a draft with an e-mail address (L1); others
 * are sent without.
 */
export const earlierLead = (call: Call, sent: EarlierLead, draft: unknown): Call => {
  if (typeof call.body !== 'object' || call.body === null) return call;
  const { transport: _, ...rest } = call.body as { readonly transport?: unknown };
  const hasAddress = typeof atPointer(draft, '/policyholder/contact/email') === 'string';
  const byEmail = sent === 'by-email' && hasAddress ? { transport: 'EMAIL' } : {};
  return { ...call, body: { ...byEmail, ...rest } };
};
