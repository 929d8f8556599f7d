import { withoutValue } from '../pointer.ts';

/** What only an employeeStatus makes legal. */
const TIED_TO_STATUS = [
  '/risk/insuredJob/employeeStatus',
  '/risk/insuredJob/isPermanentContract',
  '/risk/insuredJob/willUnregisterSocialFundIfClaim',
  '/policyholder/person/vat',
];

/** A jobloss draft without an employeeStatus and without what only a status makes legal (E2). */
export function withoutStatus(drawn: object): object {
  return TIED_TO_STATUS.reduce((draft, pointer) => withoutValue(draft, pointer), drawn);
}
