import type { Fault } from './fault.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import { type OperationId } from '../../spec/operations.ts';
import type { Rule, Subject } from '../rules/rule.ts';
import type { Tables } from '../call.ts';

type Job = NonNullable<NonNullable<JoblossDraft['risk']>['insuredJob']>;

const jobOf = ({ body }: Pick<Subject, 'body'>): Job =>
  (body as JoblossDraft).risk?.insuredJob ?? {};

/** How many of the four flags a job breaks. */
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

/** Puts something else in the place of the flags' rule on some writes. */
const flagsOn = (
  tables: Tables,
  on: readonly OperationId[],
  instead: (rule: Rule, subject: Subject) => ReturnType<Rule['check']>,
): void => {
  tables.rules = tables.rules.map((rule) =>
    rule.id === 'jobloss-flags'
      ? {
          ...rule,
          check: (subject) =>
            on.includes(subject.writtenBy) ? instead(rule, subject) : rule.check(subject),
        }
      : rule,
  );
};

const CREATE = 'jobloss.draft-create';
const UPDATE = 'jobloss.draft-update';
const JOB = '/risk/insuredJob';

const twoPass = (id: string, operation: OperationId, what: string): Fault => ({
  id,
  breaks: { requirement: 'JOBLOSS-FLAG-05', operation },
  confinedTo: JOB,
  what,
  sow: (tables) => {
    flagsOn(tables, [operation], (rule, subject) =>
      brokenFlags(jobOf(subject)) > 1 ? undefined : rule.check(subject),
    );
  },
});

const answered = (id: string, operation: OperationId, status: number, what: string): Fault => ({
  id,
  breaks: { requirement: 'JOBLOSS-FLAG-06', operation },
  confinedTo: JOB,
  what,
  sow: (tables) => {
    flagsOn(tables, [operation], (rule, subject) => {
      const broken = rule.check(subject);
      return broken && { ...broken, status };
    });
  },
});

/** Jobloss flags that are not minded in company, or refused with another status than the stated 400 (E1). */
export const joblossFlagFaults: readonly Fault[] = [
  twoPass(
    'jobloss-two-broken-flags-created',
    CREATE,
    'Jobloss Draft Create accepts a draft that breaks two of the four flags.',
  ),
  twoPass(
    'jobloss-two-broken-flags-updated',
    UPDATE,
    'Jobloss Draft Update accepts a draft that breaks two of the four flags.',
  ),
  {
    id: 'jobloss-permanent-contract-unseen-beside-the-fund',
    breaks: { requirement: 'JOBLOSS-FLAG-03', operation: CREATE },
    confinedTo: JOB,
    what: 'Jobloss Draft Create accepts employees whose isPermanentContract and willUnregisterSocialFundIfClaim are both false.',
    sow: (tables) => {
      const isOverlooked = (job: Job): boolean =>
        job.employeeStatus !== 'self-employed' &&
        job.isPermanentContract === false &&
        job.willUnregisterSocialFundIfClaim === false;
      tables.rules = tables.rules.map((rule) => ({
        ...rule,
        check: (subject) =>
          ['jobloss-flags', 'only-allowed-when'].includes(rule.id) &&
          subject.writtenBy === CREATE &&
          isOverlooked(jobOf(subject)) &&
          brokenFlags(jobOf(subject)) === 1
            ? undefined
            : rule.check(subject),
      }));
    },
  },
  answered(
    'jobloss-flags-created-with-422',
    CREATE,
    422,
    'Jobloss Draft Create refuses the four flags with 422, where 400 is stated.',
  ),
  answered(
    'jobloss-flags-created-with-402',
    CREATE,
    402,
    'Jobloss Draft Create refuses the four flags with 402, where 400 is stated.',
  ),
  answered(
    'jobloss-flags-updated-with-403',
    UPDATE,
    403,
    'Jobloss Draft Update refuses the four flags with 403, which is about the caller, where 400 is stated.',
  ),
];
