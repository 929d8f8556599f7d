import type { Facts } from '../facts.ts';

/** A target for tests of oracles that declares all identities and little else. */
export const sampleFacts: Facts = {
  identities: { owner: { auth: { scheme: 'bearer' } }, other: {}, withoutRights: {} },
  decisions: {
    lastModified: true,
    readBackDelay: 0,
    paymentStatusExists: false,
    othersMay: 'nothing',
  },
  features: { landlordLeads: false },
  sideEffects: { leads: 'allow', contracts: 'allow' },
  whiteLabels: ['only'],
};
