import type { Choices } from '../choices.ts';
import type { Rule } from './rule.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

/** The policyholder is a physical person or a company, never both (Shared types). Jobloss knows no company. */
export const personXorCompany = (choices: Choices): Rule => ({
  id: 'person-xor-company',
  lines: ['travel', 'landlord', 'gap'],
  at: choices.checkpoints.personXorCompany,
  check: ({ body }) => {
    const { person, company } = (body as TravelDraft).policyholder ?? {};
    if (person === undefined || company === undefined) return undefined;
    return { message: 'a person or a company, never both', field: '/policyholder' };
  },
});
