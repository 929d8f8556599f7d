import { EMPLOYEE_STATUSES } from '../../spec/enumerations.ts';
import { withoutStatus } from '../jobloss/insured-job.ts';
import { valueAt, withValue } from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault } from './fault.ts';
import type { RequirementId } from '../../spec/catalogue.ts';

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

/** A flag with a value that a rule does not let stand, and the names of the rules that it breaks. */
interface BrokenFlag {
  readonly field: string;
  readonly value: boolean;
  readonly breaks: readonly string[];
}

const AWARE = {
  field: 'isAwareOfImpendingJobloss',
  value: true,
  breaks: ['not-aware-of-jobloss'],
} as const satisfies BrokenFlag;
const HOURS = {
  field: 'workingAtLeast16Hours',
  value: false,
  breaks: ['sixteen-hours'],
} as const satisfies BrokenFlag;
const PERMANENT: BrokenFlag = {
  field: 'isPermanentContract',
  value: false,
  breaks: ['permanent-contract-true'],
};
const FUND: BrokenFlag = {
  field: 'willUnregisterSocialFundIfClaim',
  value: false,
  breaks: ['unregister-true'],
};

/** The flag that holds in a status, and the one of the other status, set to true (E2) or to false, which is observed alone. */
const byStatus = (status: Status) => {
  const [own, foreign, only] =
    status === 'self-employed'
      ? [FUND, PERMANENT, 'permanent-contract-only-employed']
      : [PERMANENT, FUND, 'unregister-only-self-employed'];
  return {
    own,
    allowedElsewhere: { field: foreign.field, value: true, breaks: [only] },
    falseElsewhere: { ...foreign, breaks: [...foreign.breaks, only] },
  };
};

/** The rules in the order in which a draft's broken ones are named. */
const RULE_ORDER = [
  'not-aware-of-jobloss',
  'sixteen-hours',
  'permanent-contract-true',
  'permanent-contract-only-employed',
  'unregister-true',
  'unregister-only-self-employed',
];

const inWords = (flags: readonly BrokenFlag[], status: Status | undefined): string => {
  const what = flags.map(({ field, value }) => `${field} is ${value}`).join(' and ');
  return `risk.insuredJob: ${what} ${status ? `where employeeStatus is ${status}` : 'without an employeeStatus'}`;
};

const together = (
  requirement: RequirementId,
  status: Status | undefined,
  flags: readonly BrokenFlag[],
  isStatusFree: boolean,
): BodyFault => {
  const fields = Object.fromEntries(flags.map(({ field, value }) => [field, value]));
  const broken = flags.flatMap(({ breaks }) => breaks);
  return bodyFault({
    requirement,
    variant: [status ?? 'no-status', ...flags.map(({ field, value }) => `${field}-${value}`)].join(
      '+',
    ),
    body: 'jobloss-draft',
    pointer: JOB,
    kind: 'forbidden-flag',
    checkpoint: 'at-once',
    breaks: RULE_ORDER.filter((rule) => broken.includes(rule)).join('+'),
    what: inWords(flags, status),
    ...(isStatusFree ? { isStatusFree: true } : {}),
    ...(status ? {} : { adapt: withoutStatus }),
    suits: (valid) =>
      valueAt(valid, JOB) !== undefined && valueAt(valid, `${JOB}/employeeStatus`) === status,
    spoil: (job) => ({ ...(job as object), ...fields }),
  });
};

/** Two of the four flags at once, which all call for 400 (S12). */
const PAIRS: readonly BodyFault[] = [
  ...EMPLOYEE_STATUSES.flatMap((status) => {
    const { own } = byStatus(status);
    return [
      [AWARE, HOURS],
      [AWARE, own],
      [HOURS, own],
    ].map((flags) => together('JOBLOSS-FLAG-05', status, flags, false));
  }),
  together('JOBLOSS-FLAG-05', undefined, [AWARE, HOURS], false),
];

/** One of the four beside a flag of another status: whatever that one comes to, the draft is refused at once (E1, E2). */
const BESIDE: readonly BodyFault[] = (['employee', 'self-employed'] as const).flatMap((status) => {
  const { own, allowedElsewhere, falseElsewhere } = byStatus(status);
  const ownRule = status === 'self-employed' ? 'JOBLOSS-FLAG-04' : 'JOBLOSS-FLAG-03';
  return [
    together('JOBLOSS-FLAG-01', status, [AWARE, allowedElsewhere], true),
    together('JOBLOSS-FLAG-02', status, [HOURS, allowedElsewhere], true),
    together(ownRule, status, [own, allowedElsewhere], true),
    together(ownRule, status, [own, falseElsewhere], true),
  ];
});

/** The jobloss flags in company (E1): two broken ones, and one beside a flag that another status would allow. */
export const FLAG_COMBINATIONS: readonly BodyFault[] = [...PAIRS, ...BESIDE];
