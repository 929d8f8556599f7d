import type { Choices } from '../choices.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { INSURERS } from '../insurers.ts';
import type { Rule } from './rule.ts';

/** The casco insurer is one of 18 names (motor gap; V11, E5: the step is not stated). */
export const cascoInsurer = ({ insurerFrom }: Choices): Rule => ({
  id: 'casco-insurer',
  lines: ['gap'],
  at: insurerFrom,
  check: ({ body }) => {
    const name = (body as GapDraft).risk?.vehicle?.cascoInsurerCompany;
    if (name === undefined || INSURERS.includes(name)) return undefined;
    return { message: 'is not a known insurer', field: '/risk/vehicle/cascoInsurerCompany' };
  },
});
