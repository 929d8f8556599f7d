import { type Overlooked, type RuleFault, type Way, has, overlooking } from './rule-fault.ts';
import { only } from './field-fault.ts';

const JOB = '/risk/insuredJob';
const CREATE = only('jobloss.draft-create');
const UPDATE = only('jobloss.draft-update');
const BOTH = { suffix: '-on-both', on: [...CREATE.on, ...UPDATE.on] };

const of = (status: string) => has(`${JOB}/employeeStatus`, status);
const officials = of('governmentOfficial');
const employees = of('employee');
const selfEmployed = of('self-employed');

const flag = (number: 1 | 2 | 3 | 4, field: string): Overlooked => ({
  requirement: `JOBLOSS-FLAG-0${number}`,
  rule: 'jobloss-flags',
  pointer: `${JOB}/${field}`,
});
const allowed = (number: 1 | 2, field: string): Overlooked => ({
  requirement: `JOBLOSS-ALLOWED-0${number}`,
  rule: 'only-allowed-when',
  pointer: `${JOB}/${field}`,
});

const aware = flag(1, 'isAwareOfImpendingJobloss');
const hours = flag(2, 'workingAtLeast16Hours');
const permanent = flag(3, 'isPermanentContract');
const fund = flag(4, 'willUnregisterSocialFundIfClaim');
const selfPermanent = allowed(1, 'isPermanentContract');
const employedFund = allowed(2, 'willUnregisterSocialFundIfClaim');
const employer: Overlooked = {
  requirement: 'JOBLOSS-EMPLOYER-01',
  rule: 'employer',
  pointer: `${JOB}/employer`,
  takenFor: 'an employer',
};

const rows: readonly (readonly [string, Overlooked, Way])[] = [
  [
    'aware-of-jobloss',
    aware,
    { ...BOTH, what: 'accepts a person who is aware of an impending jobloss' },
  ],
  [
    'aware-of-jobloss',
    aware,
    { ...UPDATE, what: 'accepts a person who is aware of an impending jobloss' },
  ],
  [
    'aware-self-employed',
    aware,
    { ...CREATE, what: 'accepts self-employed who are aware of a jobloss', when: selfEmployed },
  ],
  [
    'aware-refused-late',
    aware,
    { ...BOTH, what: 'refuses a person aware of a jobloss only at the price', lateAtPrice: true },
  ],
  ['under-16-hours', hours, { ...CREATE, what: 'accepts a person who works less than 16 hours' }],
  [
    'under-16-hours-official',
    hours,
    { ...BOTH, what: 'accepts officials who work less than 16 hours', when: officials },
  ],
  [
    'no-permanent-contract',
    permanent,
    { ...CREATE, what: 'accepts a person without a permanent contract' },
  ],
  [
    'no-permanent-contract-official',
    permanent,
    { ...BOTH, what: 'accepts officials without a permanent contract', when: officials },
  ],
  [
    'no-permanent-contract-employee',
    permanent,
    { ...UPDATE, what: 'accepts employees without a permanent contract', when: employees },
  ],
  ['stays-in-fund', fund, { ...BOTH, what: 'accepts self-employed who stay in the social fund' }],
  ['stays-in-fund', fund, { ...UPDATE, what: 'accepts self-employed who stay in the social fund' }],
  [
    'self-employed-permanent',
    selfPermanent,
    { ...BOTH, what: 'accepts a permanent contract of self-employed' },
  ],
  [
    'self-employed-permanent',
    selfPermanent,
    { ...CREATE, what: 'accepts a permanent contract of self-employed' },
  ],
  [
    'fund-of-employee',
    employedFund,
    { ...UPDATE, what: 'accepts the social fund of employees', when: employees },
  ],
  [
    'fund-of-official',
    employedFund,
    { ...BOTH, what: 'accepts the social fund of officials', when: officials },
  ],
  ['no-employer', employer, { ...CREATE, what: 'makes a contract without an employer' }],
  [
    'no-employer-official',
    employer,
    { ...BOTH, what: 'makes a contract for officials without an employer', when: officials },
  ],
];

/** Jobloss rules that are not enforced, or not on every write, for everybody or at once. */
export const joblossRuleFaults: readonly RuleFault[] = rows.map(([id, overlooked, way]) =>
  overlooking(`jobloss-${id}`, overlooked, way),
);
