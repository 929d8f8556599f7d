import type { Choices } from '../choices.ts';
import type { Rule } from './rule.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

/** Roadside assistance requires isCarsAgeElligible to be true (travel, risk; V13 on its spelling). */
export const roadsideAssistance = (choices: Choices): Rule => ({
  id: 'roadside-assistance',
  lines: ['travel'],
  at: choices.checkpoints.roadsideAssistance,
  check: ({ body }) => {
    const { risk, terms } = body as TravelDraft;
    if (terms?.hasRoadsideAssistance !== true || risk?.isCarsAgeElligible === true)
      return undefined;
    return {
      message: 'must be true when roadside assistance is chosen',
      field: '/risk/isCarsAgeElligible',
    };
  },
});
