import { valueAt, withValue, withoutValue } from '../pointer.ts';

const JOB = '/risk/insuredJob';
const EMPLOYER = `${JOB}/employer`;

/** What only an employeeStatus makes legal. */
const TIED_TO_STATUS = [
  '/risk/insuredJob/employeeStatus',
  '/risk/insuredJob/isPermanentContract',
  '/risk/insuredJob/willUnregisterSocialFundIfClaim',
  '/policyholder/person/vat',
];

/** A jobloss draft without an employeeStatus and without what only a status makes legal; with an employer, if with a job (E2). */
export function withoutStatus(drawn: object): object {
  const rest = TIED_TO_STATUS.reduce((draft, pointer) => withoutValue(draft, pointer), drawn);
  const isUnnamed = valueAt(rest, JOB) !== undefined && valueAt(rest, EMPLOYER) === undefined;
  return isUnnamed ? withValue(rest, EMPLOYER, 'Peeters NV') : rest;
}
