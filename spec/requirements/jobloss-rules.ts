import { DRAFTS } from '../probe-descriptions.ts';
import { stated, type Requirements } from '../requirement.ts';

const operations = ['jobloss.draft-create', 'jobloss.draft-update'] as const;

/** Values that a jobloss draft must not have. */
export const joblossRules = {
  'JOBLOSS-FLAG-01': {
    ...stated('accepted-control'),
    statement: 'A draft write with isAwareOfImpendingJobloss true must be answered with 400.',
    source: 'Errors, rule 1; Jobloss draft, row isAwareOfImpendingJobloss',
    operations,
    rules: ['E1', 'E2'],
    sent: DRAFTS,
  },
  'JOBLOSS-FLAG-02': {
    ...stated('accepted-control'),
    statement: 'A draft write with workingAtLeast16Hours false must be answered with 400.',
    source: 'Errors, rule 1; Jobloss draft, row workingAtLeast16Hours',
    operations,
    rules: ['E1', 'E2'],
    sent: DRAFTS,
  },
  'JOBLOSS-FLAG-03': {
    ...stated('accepted-control'),
    statement:
      'A draft write with isPermanentContract false for an employee or a government official must be answered with 400.',
    source: 'Errors, rule 1; Jobloss draft, row isPermanentContract',
    operations,
    rules: ['E1', 'C6'],
    sent: DRAFTS,
  },
  'JOBLOSS-FLAG-04': {
    ...stated('accepted-control'),
    statement:
      'A draft write with willUnregisterSocialFundIfClaim false for a self-employed person must be answered with 400.',
    source: 'Errors, rule 1; Jobloss draft, row willUnregisterSocialFundIfClaim',
    operations,
    rules: ['E1', 'C6'],
    sent: DRAFTS,
  },
  'JOBLOSS-FLAG-05': {
    ...stated('accepted-control'),
    statement: 'A draft write that breaks two of the four flags at once must be answered with 400.',
    source: 'Errors, rule 1; Jobloss draft, risk.insuredJob',
    operations,
    rules: ['E1', 'S12'],
    sent: DRAFTS,
  },
  'JOBLOSS-FLAG-06': {
    ...stated('accepted-control'),
    statement:
      'If a draft write that breaks one of the four flags is refused, the status must be 400.',
    source: 'Errors, rule 1; detail entry J1',
    operations,
    rules: ['E1', 'S3'],
    sent: `${DRAFTS} The faults: those of JOBLOSS-FLAG-01 to 05, except in drafts with a flag that the employee status does not allow.`,
  },
  'JOBLOSS-ALLOWED-01': {
    ...stated('accepted-control'),
    statement: 'A draft with isPermanentContract true for a self-employed person must be refused.',
    source: 'Jobloss draft, row isPermanentContract',
    operations,
    rules: ['E2', 'D1'],
    checkpoint: 'onlyAllowedWhen',
    sent: DRAFTS,
  },
  'JOBLOSS-ALLOWED-02': {
    ...stated('accepted-control'),
    statement:
      'A draft with willUnregisterSocialFundIfClaim true for an employee or a government official must be refused.',
    source: 'Jobloss draft, row willUnregisterSocialFundIfClaim',
    operations,
    rules: ['E2', 'D1'],
    checkpoint: 'onlyAllowedWhen',
    sent: DRAFTS,
  },
  'JOBLOSS-EMPLOYER-01': {
    ...stated('accepted-control'),
    statement:
      'No contract may be made for an employee or a government official if the draft names no employer.',
    source: 'Jobloss draft, row employer',
    operations,
    rules: ['E4', 'C6', 'D1'],
    checkpoint: 'employer',
    sent: DRAFTS,
  },
} as const satisfies Requirements;
