import type { FieldClass } from './field-classes.ts';
import { dayOf, numberOf } from './day.ts';
import { DAYS_SINCE_PURCHASE } from './gap/invoice.ts';
import { withOldPurchase } from './gap/old-purchase.ts';
import { withoutStatus } from './jobloss/without-status.ts';
import { OCCUPIED_ANSWERS, VACANT_ANSWERS } from './landlord/tenancy.ts';
import { valueAt, withValue, withoutValue } from './pointer.ts';

const INVOICE = '/risk/vehicle/invoice';
const RECENT_FLAG = `${INVOICE}/isPurchasedInLast6Months`;
const PURCHASED = `${INVOICE}/purchasedDate`;

/** Values that a rule forbids, or that are only observed (E1, V12), by field and class. */
export const NEVER_LEGAL: ReadonlySet<string> = new Set([
  'risk.insuredJob.isAwareOfImpendingJobloss/true',
  'risk.insuredJob.isPermanentContract/false',
  'risk.insuredJob.willUnregisterSocialFundIfClaim/false',
  'risk.insuredJob.workingAtLeast16Hours/false',
  'risk.vehicle.identification.willProvideLater/false',
]);

/** What has to change with a field, or to be known of the target, by field and class. */
export const TIED_CLASSES: Readonly<Record<string, Pick<FieldClass, 'adapt' | 'applies'>>> = {
  'risk.alreadyOccupied/absent': {
    adapt: (drawn) =>
      ['alreadyOccupied', ...OCCUPIED_ANSWERS, ...VACANT_ANSWERS].reduce(
        (draft, answer) => withoutValue(draft, `/risk/${answer}`),
        drawn,
      ),
  },
  'risk.insuredJob.employeeStatus/absent': { adapt: withoutStatus },
  'risk.vehicle.details.vehicleType/10': {
    applies: ({ vehicleCodes }) => vehicleCodes.some(({ vehicleType }) => vehicleType === '10'),
  },
  'risk.vehicle.details.vehicleType/20': {
    applies: ({ vehicleCodes }) => vehicleCodes.some(({ vehicleType }) => vehicleType === '20'),
  },
  'risk.vehicle.invoice.isPurchasedInLast6Months/false': {
    adapt: (drawn, context) => withValue(withOldPurchase(drawn, context), RECENT_FLAG, false),
  },
  'risk.vehicle.invoice.purchasedDate/absent': {
    adapt: (drawn) => withValue(withoutValue(drawn, PURCHASED), RECENT_FLAG, true),
  },
  'whiteLabelId/absent': { applies: ({ whiteLabels }) => whiteLabels.length === 1 },
  'whiteLabelId/present': { applies: ({ whiteLabels }) => whiteLabels.length > 0 },
};

/** A purchase of long ago, which a complete draft never has by itself (E7). */
export const OLD_PURCHASE: FieldClass = {
  name: 'old',
  holds: (body, { today }) =>
    ((valueAt(body, PURCHASED) as string | undefined) ?? today) <=
    dayOf(numberOf(today) - DAYS_SINCE_PURCHASE.old.min),
  adapt: withOldPurchase,
};
