import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** As late as the judgement rules let a service be (E1 to E10): what it takes must not be held against it. */
export const late: Dialect = {
  name: 'late',
  what: 'accepts nearly everything into a draft, refuses faulty fields at the price and the business rules at the contract',
  choices: choicesWith({
    ids: {
      shape: 'number',
      places: { draft: '/id', car: '/id', person: '/id', metadata: '/id', contract: '/id' },
    },
    location: { onCreate: true, form: 'absolute' },
    statuses: { create: 201, contract: 201, compute: 200, change: 204, remove: 204, lead: 204 },
    lastModified: { on: 'listed', format: 'iso' },
    noResource: 'object',
    errors: {
      style: 'problem',
      rule: 402,
      unlisted: 422,
      version: 412,
      country: 404,
      foreign: 404,
      unknownAtGapPrice: 403,
    },
    checkpoints: {
      // Later than at the price is too late for the fields (E3).
      schema: 'price',
      onlyAllowedWhen: 'contract',
      employer: 'contract',
      startDate: 'contract',
      roadsideAssistance: 'contract',
      landlordAnswers: 'contract',
      personXorCompany: 'contract',
      vehicleIdentification: 'contract',
    },
    insurerFrom: 'contract',
    lateWrites: 'containers',
    updates: 'merge',
    whiteLabels: ['HOUSE', 'PARTNER'],
    contractNeeds: { price: true, token: false },
    paymentTerms: ['QUARTERLY'],
    gapPrice: { place: '/amount', form: 'amount' },
    landlordLeads: 501,
    paymentStatusBeforeContract: 404,
  }),
};
