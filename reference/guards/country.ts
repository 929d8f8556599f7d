import { COUNTRY } from '../../spec/limits.ts';
import type { Guard } from './guard.ts';
import { Refusal } from '../refusal.ts';

/** BE is the only country with a line of business, in upper or lower case (Common path parameters). */
export const country: Guard = {
  id: 'country',
  check: (call) => {
    if (call.params['country']?.toUpperCase() !== COUNTRY)
      throw new Refusal('country', `there is no line of business but in ${COUNTRY}`);
  },
};
