import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { Subject } from '../rules/rule.ts';
import type { Fault } from './injection/fault.ts';
import { writesOf } from './injection/row-fault.ts';
import {
  hasValue,
  type Overlooked,
  overlookedRuleFault,
  type OverlookedVariant,
} from './injection/rule-fault.ts';
import { atRule } from './injection/stages.ts';

const CREATE = 'jobloss.draft-create';
const UPDATE = 'jobloss.draft-update';
const JOB = '/risk/insuredJob';
const { create, update, both } = writesOf('jobloss');

const of = (status: string) => hasValue(`${JOB}/employeeStatus`, status);
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

const rows: readonly (readonly [string, Overlooked, OverlookedVariant])[] = [
  [
    'aware-of-jobloss',
    aware,
    { ...both, what: 'accepts a person who is aware of an impending jobloss' },
  ],
  [
    'aware-of-jobloss',
    aware,
    { ...update, what: 'accepts a person who is aware of an impending jobloss' },
  ],
  [
    'aware-self-employed',
    aware,
    {
      ...create,
      what: 'accepts self-employed persons who are aware of an impending jobloss',
      when: selfEmployed,
    },
  ],
  [
    'aware-refused-late',
    aware,
    {
      ...both,
      what: 'refuses a person who is aware of an impending jobloss only at the price',
      lateAtPrice: true,
    },
  ],
  ['under-16-hours', hours, { ...create, what: 'accepts a person who works less than 16 hours' }],
  [
    'under-16-hours-official',
    hours,
    { ...both, what: 'accepts officials who work less than 16 hours', when: officials },
  ],
  [
    'no-permanent-contract',
    permanent,
    { ...create, what: 'accepts a person without a permanent contract' },
  ],
  [
    'no-permanent-contract-official',
    permanent,
    { ...both, what: 'accepts officials without a permanent contract', when: officials },
  ],
  [
    'no-permanent-contract-employee',
    permanent,
    { ...update, what: 'accepts employees without a permanent contract', when: employees },
  ],
  [
    'stays-in-fund',
    fund,
    { ...both, what: 'accepts self-employed persons who stay in the social fund' },
  ],
  [
    'stays-in-fund',
    fund,
    { ...update, what: 'accepts self-employed persons who stay in the social fund' },
  ],
  [
    'self-employed-permanent',
    selfPermanent,
    { ...both, what: 'accepts isPermanentContract for self-employed persons' },
  ],
  [
    'self-employed-permanent',
    selfPermanent,
    { ...create, what: 'accepts isPermanentContract for self-employed persons' },
  ],
  [
    'fund-of-employee',
    employedFund,
    { ...update, what: 'accepts willUnregisterSocialFundIfClaim for employees', when: employees },
  ],
  [
    'fund-of-official',
    employedFund,
    { ...both, what: 'accepts willUnregisterSocialFundIfClaim for officials', when: officials },
  ],
  [
    'no-employer',
    employer,
    { ...create, what: 'accepts a job without an employer, up to the contract' },
  ],
  [
    'no-employer-official',
    employer,
    { ...both, what: 'accepts officials without an employer, up to the contract', when: officials },
  ],
];

type Job = NonNullable<NonNullable<JoblossDraft['risk']>['insuredJob']>;

const jobOf = ({ body }: Pick<Subject, 'body'>): Job =>
  (body as JoblossDraft).risk?.insuredJob ?? {};

/** Number of the four flags that a job breaks. */
const brokenFlags = (job: Job): number => {
  const isSelfEmployed = job.employeeStatus === 'self-employed';
  const isEmployed = job.employeeStatus !== undefined && !isSelfEmployed;
  return [
    job.isAwareOfImpendingJobloss === true,
    job.workingAtLeast16Hours === false,
    isEmployed && job.isPermanentContract === false,
    isSelfEmployed && job.willUnregisterSocialFundIfClaim === false,
  ].filter(Boolean).length;
};

const acceptsTwoBroken = (id: string, operation: OperationId, what: string): Fault => ({
  id,
  breaks: { requirement: 'JOBLOSS-FLAG-05', operation },
  confinedTo: JOB,
  what,
  inject: (tables) => {
    atRule(tables, 'jobloss-flags', (subject, check) =>
      subject.writtenBy === operation && brokenFlags(jobOf(subject)) > 1 ? undefined : check(),
    );
  },
});

/** Accepts a broken flag in the matching jobs, as long as no other flag is broken. */
const overlookedIn = (
  id: string,
  requirement: RequirementId,
  operation: OperationId,
  what: string,
  isOverlooked: (job: Job) => boolean,
): Fault => ({
  id,
  breaks: { requirement, operation },
  confinedTo: JOB,
  what,
  inject: (tables) => {
    for (const rule of ['jobloss-flags', 'only-allowed-when'])
      atRule(tables, rule, (subject, check) => {
        const job = jobOf(subject);
        return subject.writtenBy === operation && isOverlooked(job) && brokenFlags(job) === 1
          ? undefined
          : check();
      });
  },
});

const answered = (id: string, operation: OperationId, status: number, what: string): Fault => ({
  id,
  breaks: { requirement: 'JOBLOSS-FLAG-06', operation },
  confinedTo: JOB,
  what,
  inject: (tables) => {
    atRule(tables, 'jobloss-flags', (subject, check) => {
      const broken = check();
      return broken && subject.writtenBy === operation ? { ...broken, status } : broken;
    });
  },
});

/** Jobloss rules that are not enforced, not on every write, or with another status than the stated one (E1). */
export const faults: readonly Fault[] = [
  ...rows.map(([id, overlooked, way]) => overlookedRuleFault(`jobloss-${id}`, overlooked, way)),
  // Jobloss flags that are overlooked beside other values, or refused with another status than the stated 400
  // (E1).
  acceptsTwoBroken(
    'jobloss-two-broken-flags-created',
    CREATE,
    'Jobloss Draft Create accepts a draft that breaks two of the four flags.',
  ),
  acceptsTwoBroken(
    'jobloss-two-broken-flags-updated',
    UPDATE,
    'Jobloss Draft Update accepts a draft that breaks two of the four flags.',
  ),
  overlookedIn(
    'jobloss-permanent-contract-unseen-beside-the-fund',
    'JOBLOSS-FLAG-03',
    CREATE,
    'Jobloss Draft Create accepts employees whose isPermanentContract and willUnregisterSocialFundIfClaim are both false.',
    (job) =>
      job.employeeStatus !== 'self-employed' &&
      job.isPermanentContract === false &&
      job.willUnregisterSocialFundIfClaim === false,
  ),
  overlookedIn(
    'jobloss-awareness-of-officials-unseen-beside-the-fund',
    'JOBLOSS-FLAG-01',
    UPDATE,
    'Jobloss Draft Update accepts officials who are aware of an impending jobloss and state willUnregisterSocialFundIfClaim.',
    (job) =>
      job.employeeStatus === 'governmentOfficial' &&
      job.isAwareOfImpendingJobloss === true &&
      job.willUnregisterSocialFundIfClaim === true,
  ),
  answered(
    'jobloss-flags-created-with-422',
    CREATE,
    422,
    'Jobloss Draft Create refuses broken flags with 422 instead of the stated 400.',
  ),
  answered(
    'jobloss-flags-created-with-402',
    CREATE,
    402,
    'Jobloss Draft Create refuses broken flags with 402 instead of the stated 400.',
  ),
  answered(
    'jobloss-flags-updated-with-403',
    UPDATE,
    403,
    'Jobloss Draft Update refuses broken flags with 403, which concerns the caller, instead of the stated 400.',
  ),
];
