import type { Choices } from '../choices.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Rule } from './rule.ts';

/** A vehicle is identified by one of registration, vin and willProvideLater (motor gap; V12: none is tolerated). */
export const vehicleIdentification = (choices: Choices): Rule => ({
  id: 'vehicle-identification',
  lines: ['gap'],
  at: choices.checkpoints.vehicleIdentification,
  check: ({ body }) => {
    const { registration, vin, willProvideLater } =
      (body as GapDraft).risk?.vehicle?.identification ?? {};
    const given = [registration, vin, willProvideLater].filter((way) => way !== undefined);
    if (given.length < 2) return undefined;
    return {
      message: 'one of registration, vin and willProvideLater',
      field: '/risk/vehicle/identification',
    };
  },
});
