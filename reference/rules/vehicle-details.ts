import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Rule } from './rule.ts';
import { VEHICLE_CODES } from '../vehicle-codes.ts';

/** Vehicle details are needed to compute a price request, and the code must be known (motor gap; E5, V11). */
export const vehicleDetails: Rule = {
  id: 'vehicle-details',
  lines: ['gap'],
  at: 'price',
  check: ({ body }) => {
    const details = (body as GapDraft).risk?.vehicle?.details;
    if (!details) return { message: 'needed to compute a price', field: '/risk/vehicle/details' };
    if (VEHICLE_CODES.some(({ code }) => code === details.code)) return undefined;
    return { message: 'is not a known vehicle', field: '/risk/vehicle/details/code' };
  },
};
