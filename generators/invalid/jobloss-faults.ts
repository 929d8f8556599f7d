import { EMPLOYEE_STATUSES } from '../../spec/enumerations.ts';
import { withoutStatus } from '../jobloss/without-status.ts';
import { valueAt, withValue } from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

type Status = (typeof EMPLOYEE_STATUSES)[number];
type JobFault = Pick<FaultParts, 'requirement' | 'breaks' | 'kind' | 'checkpoint'> & {
  readonly field: string;
  /** What the field holds; ABSENT where it is missing. */
  readonly value: boolean | typeof ABSENT;
};

const JOB = '/risk/insuredJob';
const SELF_EMPLOYED: readonly Status[] = ['self-employed'];
const EMPLOYED: readonly Status[] = ['employee', 'governmentOfficial'];

const inStatus = (status: Status, { field, value, ...rest }: JobFault): BodyFault =>
  bodyFault({
    ...rest,
    variant: status,
    body: 'jobloss-draft',
    pointer: `${JOB}/${field}`,
    what: `risk.insuredJob.${field} is ${value === ABSENT ? 'missing' : String(value)} where employeeStatus is ${status}`,
    suits: (valid) =>
      valueAt(valid, `${JOB}/employeeStatus`) === status &&
      // A flag that is not allowed has no legal value to replace.
      (rest.kind === 'forbidden-combination' || valueAt(valid, `${JOB}/${field}`) !== undefined),
    spoil: () => value,
  });

const inNoStatus = ({ field, value, ...rest }: JobFault): BodyFault =>
  bodyFault({
    ...rest,
    variant: 'no-status',
    body: 'jobloss-draft',
    pointer: `${JOB}/${field}`,
    what: `risk.insuredJob.${field} is ${String(value)} without an employeeStatus`,
    adapt: (drawn) => withoutStatus(withValue(drawn, `${JOB}/${field}`, value !== true)),
    suits: (valid) =>
      valueAt(valid, `${JOB}/employeeStatus`) === undefined &&
      valueAt(valid, `${JOB}/${field}`) !== undefined,
    spoil: () => value,
  });

const flag = { kind: 'forbidden-flag', checkpoint: 'at-once' } as const;
const allowed = { kind: 'forbidden-combination', checkpoint: 'onlyAllowedWhen' } as const;

/** The two flags that hold for everybody (E1, E2). */
const UNCONDITIONAL: readonly JobFault[] = [
  {
    ...flag,
    requirement: 'JOBLOSS-FLAG-01',
    breaks: 'not-aware-of-jobloss',
    field: 'isAwareOfImpendingJobloss',
    value: true,
  },
  {
    ...flag,
    requirement: 'JOBLOSS-FLAG-02',
    breaks: 'sixteen-hours',
    field: 'workingAtLeast16Hours',
    value: false,
  },
];

/** What is a fault in some statuses only (E1, E2, E4). */
const CONDITIONAL: readonly (readonly [readonly Status[], JobFault])[] = [
  [
    EMPLOYED,
    {
      ...flag,
      requirement: 'JOBLOSS-FLAG-03',
      breaks: 'permanent-contract-true',
      field: 'isPermanentContract',
      value: false,
    },
  ],
  [
    SELF_EMPLOYED,
    {
      ...flag,
      requirement: 'JOBLOSS-FLAG-04',
      breaks: 'unregister-true',
      field: 'willUnregisterSocialFundIfClaim',
      value: false,
    },
  ],
  [
    SELF_EMPLOYED,
    {
      ...allowed,
      requirement: 'JOBLOSS-ALLOWED-01',
      breaks: 'permanent-contract-only-employed',
      field: 'isPermanentContract',
      value: true,
    },
  ],
  [
    EMPLOYED,
    {
      ...allowed,
      requirement: 'JOBLOSS-ALLOWED-02',
      breaks: 'unregister-only-self-employed',
      field: 'willUnregisterSocialFundIfClaim',
      value: true,
    },
  ],
  [
    EMPLOYED,
    {
      requirement: 'JOBLOSS-EMPLOYER-01',
      breaks: 'employer',
      kind: 'missing',
      checkpoint: 'employer',
      field: 'employer',
      value: ABSENT,
    },
  ],
];

/** The business rules of jobloss: forbidden flags (E1), flags under the wrong status (E2), no employer (E4, C6). */
export const JOBLOSS_FAULTS: readonly BodyFault[] = [
  ...UNCONDITIONAL.flatMap((fault) => [
    ...EMPLOYEE_STATUSES.map((status) => inStatus(status, fault)),
    inNoStatus(fault),
  ]),
  ...CONDITIONAL.flatMap(([statuses, fault]) => statuses.map((status) => inStatus(status, fault))),
];
