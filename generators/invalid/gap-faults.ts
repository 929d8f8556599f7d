import { ABSENT } from '../record.ts';
import { bodyFault } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

const IMPOSSIBLE_INSURER = 'No Such Insurer';

/** The business rules of motor gap beside its fields: no vehicle details (E5), an impossible insurer (V11). */
export const GAP_FAULTS: readonly BodyFault[] = [
  bodyFault({
    requirement: 'GAP-VEHICLE-01',
    variant: 'missing',
    body: 'gap-draft',
    pointer: '/risk/vehicle/details',
    kind: 'missing',
    checkpoint: 'price',
    what: 'risk.vehicle.details is missing',
    breaks: 'vehicle-details',
    spoil: () => ABSENT,
  }),
  bodyFault({
    requirement: 'GAP-INSURER-01',
    variant: 'impossible',
    body: 'gap-draft',
    pointer: '/risk/vehicle/cascoInsurerCompany',
    kind: 'unknown-insurer',
    checkpoint: 'contract',
    what: `risk.vehicle.cascoInsurerCompany is "${IMPOSSIBLE_INSURER}"`,
    breaks: 'known-insurer',
    spoil: () => IMPOSSIBLE_INSURER,
  }),
];
