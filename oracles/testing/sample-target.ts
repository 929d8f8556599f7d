import type { TargetDeclarations } from '../causes/first-cause.ts';

const ids = {
  draft: ['/draftId', '/id', 'location'],
  contract: ['/contractId', '/id', 'location'],
};

const price = { id: ['/priceRequestId', '/id'] };

/** A target for tests of causes, with little more than its defaults. */
export const sampleTarget: TargetDeclarations = {
  base_url: 'http://127.0.0.1',
  gap_base_url: 'http://127.0.0.1',
  ids: { jobloss: ids, travel: { ...ids, car: ['/carId'] }, landlord: ids, gap: ids },
  bodies: {},
  termsToken: ['/userTermsToken'],
  gapPrice: ['/amount', '/price', '/totalPrice', '/transactionAmount'],
  prices: { jobloss: price, travel: price, landlord: price, gap: price },
  paymentTerms: ['YEARLY'],
  vehicleCodes: [{ code: '10000' }],
  whiteLabels: [],
  insurers: [],
  mailDomain: 'example.com',
  decisions: {
    checkpoints: { schema: 'price', employer: 'contract' },
    readBackDelay: 200,
    lastModified: true,
    deleteCarriesBody: true,
    paymentStatusExists: false,
    landlordBirthdateRequired: true,
    contractNeedsPrice: {},
  },
  features: { landlordLeads: false },
  limits: { concurrency: 8, deadline: 10_000, retryBudget: 30_000 },
};
