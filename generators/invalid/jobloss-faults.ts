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
  /** Faulty value of the field; ABSENT if it is missing. */
  readonly value: boolean | typeof ABSENT;
};

type FlagFault = JobFault & { readonly breaks: string; readonly value: boolean };

const JOB = '/risk/insuredJob';
const SELF_EMPLOYED: readonly Status[] = ['self-employed'];
const EMPLOYED: readonly Status[] = ['employee', 'governmentOfficial'];

const inStatus = (status: Status, { field, value, ...rest }: JobFault): BodyFault =>
  bodyFault({
    ...rest,
    variant: status,
    body: 'jobloss-draft',
    pointer: `${JOB}/${field}`,
    what: `risk.insuredJob.${field} is ${value === ABSENT ? 'missing' : String(value)} with the employeeStatus ${status}`,
    suits: (valid) =>
      valueAt(valid, `${JOB}/employeeStatus`) === status &&
      // A flag that is not allowed has no legal value to replace.
      (rest.kind === 'forbidden-combination' || valueAt(valid, `${JOB}/${field}`) !== undefined),
    makeFaulty: () => value,
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
    makeFaulty: () => value,
  });

/** A flag with a value that is refused at once (E1). */
const forbidden = (
  requirement: RequirementId,
  breaks: string,
  field: string,
  value: boolean,
): FlagFault => {
  const flag = { kind: 'forbidden-flag', checkpoint: 'at-once' } as const;
  return { requirement, breaks, field, value, ...flag };
};

/** A flag that is true under a status that does not allow it (E2). */
const misplaced = (requirement: RequirementId, breaks: string, field: string): FlagFault => ({
  ...forbidden(requirement, breaks, field, true),
  kind: 'forbidden-combination',
  checkpoint: 'onlyAllowedWhen',
});

const AWARE_FLAG = 'isAwareOfImpendingJobloss';
const FUND_FLAG = 'willUnregisterSocialFundIfClaim';
const AWARE = forbidden('JOBLOSS-FLAG-01', 'not-aware-of-jobloss', AWARE_FLAG, true);
const HOURS = forbidden('JOBLOSS-FLAG-02', 'sixteen-hours', 'workingAtLeast16Hours', false);
const PERMANENT = forbidden(
  'JOBLOSS-FLAG-03',
  'permanent-contract-true',
  'isPermanentContract',
  false,
);
const FUND = forbidden('JOBLOSS-FLAG-04', 'unregister-true', FUND_FLAG, false);

const ONLY_EMPLOYED = 'permanent-contract-only-employed';
const ONLY_SELF_EMPLOYED = 'unregister-only-self-employed';

/** Faults that exist only under some statuses (E1, E2, E4). */
const CONDITIONAL: readonly (readonly [readonly Status[], JobFault])[] = [
  [EMPLOYED, PERMANENT],
  [SELF_EMPLOYED, FUND],
  [SELF_EMPLOYED, misplaced('JOBLOSS-ALLOWED-01', ONLY_EMPLOYED, 'isPermanentContract')],
  [EMPLOYED, misplaced('JOBLOSS-ALLOWED-02', ONLY_SELF_EMPLOYED, FUND_FLAG)],
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
  // These two apply to every status (E1, E2).
  ...[AWARE, HOURS].flatMap((fault) => [
    ...EMPLOYEE_STATUSES.map((status) => inStatus(status, fault)),
    inNoStatus(fault),
  ]),
  ...CONDITIONAL.flatMap(([statuses, fault]) => statuses.map((status) => inStatus(status, fault))),
];

/** A flag with an illegal value, and the rules that it breaks, joined by +. */
type BrokenFlag = Pick<FlagFault, 'field' | 'value' | 'breaks'>;

/** The flag of a status, and the flag of the other status, set to true (E2) or to false, which alone is only observed. */
const byStatus = (status: Status) => {
  const [own, foreign, only] =
    status === 'self-employed'
      ? [FUND, PERMANENT, ONLY_EMPLOYED]
      : [PERMANENT, FUND, ONLY_SELF_EMPLOYED];
  return {
    own,
    allowedElsewhere: { ...foreign, value: true, breaks: only },
    falseElsewhere: { ...foreign, breaks: `${foreign.breaks}+${only}` },
  };
};

/** Order in which a draft's broken rules are named. */
const RULE_ORDER = [
  'not-aware-of-jobloss',
  'sixteen-hours',
  'permanent-contract-true',
  ONLY_EMPLOYED,
  'unregister-true',
  ONLY_SELF_EMPLOYED,
];

const inWords = (flags: readonly BrokenFlag[], status: Status | undefined): string => {
  const what = flags.map(({ field, value }) => `${field} is ${value}`).join(' and ');
  return `risk.insuredJob: ${what} ${status ? `with the employeeStatus ${status}` : 'without an employeeStatus'}`;
};

const together = (
  requirement: RequirementId,
  status: Status | undefined,
  flags: readonly BrokenFlag[],
  isStatusFree: boolean,
): BodyFault => {
  const fields = Object.fromEntries(flags.map(({ field, value }) => [field, value]));
  const broken = flags.flatMap(({ breaks }) => breaks.split('+'));
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
    makeFaulty: (job) => ({ ...(job as object), ...fields }),
  });
};

/** Two of the four flags at once, all of which require 400 (S12). */
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

/** One of the four next to a flag of another status: whatever the second one leads to, the draft is refused at once (E1, E2). */
const BESIDE: readonly BodyFault[] = EMPLOYEE_STATUSES.flatMap((status) => {
  const { own, allowedElsewhere, falseElsewhere } = byStatus(status);
  return [
    together('JOBLOSS-FLAG-01', status, [AWARE, allowedElsewhere], true),
    together('JOBLOSS-FLAG-02', status, [HOURS, allowedElsewhere], true),
    together(own.requirement, status, [own, allowedElsewhere], true),
    together(own.requirement, status, [own, falseElsewhere], true),
  ];
});

/** Combined jobloss flags (E1): two broken ones, or one next to a flag that another status would allow. */
export const FLAG_COMBINATIONS: readonly BodyFault[] = [...PAIRS, ...BESIDE];
