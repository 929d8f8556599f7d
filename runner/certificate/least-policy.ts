import type { LeastPolicy } from '../../store/certificate/why-no-certificate.ts';
import { POLICIES } from '../../store/policies.ts';

/** What a run needs at least to be a certificate. */
export const LEAST_POLICY: LeastPolicy = { command: 'certify', runs: POLICIES.certify.runs };
