import type { AccessChoices } from './choices/access.ts';
import type { ContractChoices, DraftRuleChoices } from './choices/rules.ts';
import type { ErrorChoices, SuccessChoices } from './choices/answers.ts';
import type { HistoryChoices } from './choices/history.ts';
import type { IdChoices } from './choices/ids.ts';
import type { RequestChoices } from './choices/requests.ts';
import type { TransportChoices } from './choices/transport.ts';
import { merged } from './json.ts';

/** Every point that the specification leaves open, as one service decides it. A dialect is a value of this type. */
export interface Choices
  extends
    AccessChoices,
    IdChoices,
    RequestChoices,
    DraftRuleChoices,
    ContractChoices,
    HistoryChoices,
    SuccessChoices,
    ErrorChoices,
    TransportChoices {}

const requests: AccessChoices & RequestChoices = {
  auth: { scheme: 'bearer' },
  addresses: 'two',
  pathPrefix: '',
  checks: 'access-first',
  othersMay: 'nothing',
  bodies: {},
  unknownFields: 'kept',
  coercesTypes: false,
  normalises: false,
  countrySpelling: 'any',
  whiteLabels: ['HOUSE'],
};

const ids: IdChoices = {
  ids: {
    shape: 'uuid',
    places: {
      draft: '/draftId',
      car: '/carId',
      person: '/personId',
      metadata: '/keyId',
      contract: '/contractId',
    },
    metadata: 'generated',
    persons: 'unique',
    equalBodies: 'apart',
  },
  location: { onCreate: false, form: 'path' },
};

const rules: DraftRuleChoices = {
  checkpoints: {
    schema: 'write',
    onlyAllowedWhen: 'write',
    // Drafts are incremental: a missing field is refused once it is needed.
    employer: 'contract',
    startDate: 'contract',
    roadsideAssistance: 'price',
    landlordAnswers: 'price',
    personXorCompany: 'write',
    vehicleIdentification: 'write',
  },
  insurerFrom: 'write',
  lateWrites: 'types',
  draftsMayHoldInvalidEmail: true,
  pricesNeedPhone: false,
  mostItems: 0,
  letters: 'any',
  employerWithoutStatus: 'free',
  updates: 'replace',
  timeZone: 'Europe/Brussels',
  items: { unknownPut: 'refused', deletedAgain: 404, deletedPut: 'refused', deleted: 404 },
  readsLag: 0,
  staleReads: 'all',
};

const contracts: ContractChoices = {
  contractNeeds: { price: false, token: false, gapPrice: true },
  secondContract: 409,
  afterContract: 'open',
  paymentTerms: ['YEARLY', 'MONTHLY'],
  termsToken: '/userTermsToken',
  gapPrice: { place: '/totalPrice/withTaxes', form: 'integer' },
  landlordLeads: 'live',
  paymentStatusBeforeContract: 200,
  downloadReadyAfter: 0,
  download: 'served',
};

const history: HistoryChoices = {
  concluded: 'changes',
  afterLead: 'open',
  leads: 'any',
  afterTerms: 'open',
  refusedUpdates: 0,
  termsTokens: 'kept',
  priceRequests: 'kept',
  equalPrices: 'apart',
  equalItems: 'apart',
};

const answers: SuccessChoices & ErrorChoices = {
  statuses: {
    create: 200,
    update: 200,
    compute: 200,
    change: 200,
    remove: 200,
    terms: 200,
    lead: 200,
    contract: 200,
  },
  lastModified: { on: 'listed', format: 'http' },
  noResource: 'empty',
  optionalFields: 'shown',
  dates: 'calendar',
  validUntil: 'iso',
  priceShapes: 'usual',
  json: {
    type: 'application/json',
    extraFields: false,
    absentFields: 'left-out',
    keys: 'usual',
    amounts: 'plain',
    currency: 'EUR',
    layout: 'compact',
    envelope: '',
  },
  errors: {
    style: 'named',
    bodies: 'named-resources',
    rule: 402,
    unlisted: 400,
    version: 400,
    country: 404,
    noRight: 403,
    foreign: 403,
    unknown: 404,
    unknownAtGapPrice: 404,
  },
};

const transport: TransportChoices['transport'] = {
  framing: 'length',
  compression: 'none',
  headerNames: 'lower',
  connections: 'kept',
  delay: [0, 0],
  busyEvery: 0,
  againEvery: 0,
  unavailableEvery: 0,
  perSecond: 0,
  window: { calls: 0, ms: 0 },
  tellsWhen: true,
  retryAfter: 'seconds',
};

/** The default decisions: the obvious ones, and as early as a rule may be enforced. */
export const plainChoices: Choices = {
  ...requests,
  ...ids,
  ...rules,
  ...contracts,
  ...history,
  ...answers,
  transport,
};

/** Some of the choices, at any depth; credentials and bodies are chosen whole. */
export type Changes<Value> = Value extends readonly unknown[] | string | number | boolean | null
  ? Value
  : {
      readonly [Key in keyof Value]?: Key extends 'auth' | 'bodies'
        ? Value[Key]
        : Changes<Value[Key]>;
    };

/** The default decisions with these changes. */
export const choicesWith = (changes: Changes<Choices>): Choices =>
  merged(plainChoices as never, changes) as unknown as Choices;
