import type { Dimension } from './dimension.ts';

/** A lead that was sent for the draft before; state and order of steps are free (R5). */
export const lead: Dimension<'none' | 'sent'> = {
  name: 'lead',
  rule: 'R5',
  plain: 'none',
  wheel: ['sent', 'none', 'sent', 'sent', 'sent', 'sent'],
  condition: () => 'a lead was sent before',
};
