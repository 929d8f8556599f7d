import { EMPLOYEE_STATUSES } from '../../spec/enumerations.ts';
import { withoutStatus } from '../jobloss/without-status.ts';
import { valueAt } from '../pointer.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { bodyFault } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

type Status = (typeof EMPLOYEE_STATUSES)[number];

/** A flag with a value that a rule does not let stand, and the names of the rules that it breaks. */
interface BrokenFlag {
  readonly field: string;
  readonly value: boolean;
  readonly breaks: readonly string[];
}

const JOB = '/risk/insuredJob';
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
