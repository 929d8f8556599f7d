import type { Dialect } from './dialect.ts';
import type { UnshownBody } from '../choices/requests.ts';
import { choicesWith } from '../choices.ts';

const traveller: UnshownBody = {
  schema: {
    type: 'object',
    required: ['traveller'],
    properties: {
      traveller: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, registeredOn: { type: 'string', format: 'date' } },
      },
    },
  },
  template: { traveller: { name: '{{person.body.firstName}}', registeredOn: '{{today}}' } },
};

/** One address below a path, names of its own for all that is not shown, and every rule enforced as late as it may be. */
export const prefixed: Dialect = {
  name: 'prefixed',
  what: 'serves all lines below one path with Basic authentication, names things its own way, and refuses as late as it may',
  choices: choicesWith({
    auth: { scheme: 'basic' },
    addresses: 'one',
    othersMay: 'everything',
    pathPrefix: '/insurance/quoting',
    ids: {
      shape: 'uuid',
      places: {
        draft: '/data/reference',
        car: '/data/vehicle',
        person: '/data/traveller',
        metadata: '/data/entry',
        contract: '/policy/number',
      },
      metadata: 'key',
    },
    location: { onCreate: false, form: 'absolute' },
    lastModified: { on: 'writes', format: 'http' },
    errors: {
      style: 'problem',
      unlisted: 409,
      version: 412,
      country: 400,
      unknownAtGapPrice: 400,
    },
    checkpoints: {
      schema: 'price',
      onlyAllowedWhen: 'price',
      employer: 'contract',
      startDate: 'contract',
      roadsideAssistance: 'contract',
      landlordAnswers: 'contract',
      personXorCompany: 'contract',
      vehicleIdentification: 'contract',
    },
    insurerFrom: 'price',
    timeZone: 'UTC',
    secondContract: 'replay',
    bodies: { 'travel.person-post': traveller, 'travel.person-put': traveller },
    paymentTerms: ['ANNUAL'],
    termsToken: '/terms/token',
    gapPrice: { place: '/quote/premium', form: 'amount' },
    landlordLeads: 501,
    paymentStatusBeforeContract: 404,
    downloadReadyAfter: 60_000,
  }),
};
