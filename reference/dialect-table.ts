import { ANSWER_DIALECTS } from './answer-dialects.ts';
import type { DialectRow } from './dialect-row.ts';
import { HISTORY_DIALECTS } from './history-dialects.ts';
import { TRANSPORT_DIALECTS } from './transport-dialects.ts';
import { rulesFrom } from './choices/rules.ts';
import type { IdChoices } from './choices/ids.ts';
import type { UnshownBody } from './choices/requests.ts';

/** The same place for the ids of all kinds; null: only in the Location. */
const idsAt = (place: string | null): IdChoices['ids']['places'] => ({
  draft: place,
  car: place,
  person: place,
  metadata: place,
  contract: place,
});

const TRAVELLER: UnshownBody = {
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

/** Every dialect with a name of its own, `plain` first. */
export const DIALECT_TABLE: Readonly<Record<string, DialectRow>> = {
  plain: {
    what: 'decides everything in the obvious way, and refuses as early as it may',
  },
  // Created objects are found only by their Location, and no contract is made without a price and a token.
  'api-key': {
    what: 'accepts an API key, numbers its resources in the Location alone, and requires a price and a token for every contract',
    auth: { scheme: 'apiKey', in: 'header', name: 'X-Api-Key' },
    ids: { shape: 'number', places: idsAt(null) },
    location: { onCreate: true, form: 'path' },
    statuses: { create: 201, contract: 201, compute: 201, change: 204, remove: 204, lead: 202 },
    lastModified: { on: 'writes', format: 'iso' },
    noResource: 'object',
    errors: {
      style: 'empty',
      rule: 400,
      unlisted: 422,
      version: 406,
      foreign: 404,
      unknownAtGapPrice: 402,
    },
    draftsMayHoldInvalidEmail: false,
    updates: 'merge',
    whiteLabels: [],
    contractNeeds: { price: true, token: true },
    secondContract: 400,
  },
  // One address with a path prefix, its own names for everything unspecified, and every rule enforced as late
  // as permitted.
  prefixed: {
    what: 'serves all lines below one path with Basic authentication, names things its own way, and refuses as late as it may',
    auth: { scheme: 'basic' },
    addresses: 'one',
    othersMay: 'everything',
    pathPrefix: '/insurance/quoting',
    ids: {
      places: {
        draft: '/data/reference',
        car: '/data/vehicle',
        person: '/data/traveller',
        metadata: '/data/entry',
        contract: '/policy/number',
      },
      metadata: 'key',
    },
    location: { form: 'absolute' },
    lastModified: { on: 'writes' },
    errors: {
      style: 'problem',
      unlisted: 409,
      version: 412,
      country: 400,
      unknownAtGapPrice: 400,
    },
    checkpoints: { ...rulesFrom('contract'), schema: 'price', onlyAllowedWhen: 'price' },
    insurerFrom: 'price',
    timeZone: 'UTC',
    secondContract: 'replay',
    bodies: { 'travel.person-post': TRAVELLER, 'travel.person-put': TRAVELLER },
    paymentTerms: ['ANNUAL'],
    termsToken: '/terms/token',
    gapPrice: { place: '/quote/premium', form: 'amount' },
    landlordLeads: 501,
    paymentStatusBeforeContract: 404,
    downloadReadyAfter: 60_000,
  },
  // Enforces as late as the judgement rules permit (E1 to E10): what it accepts until then is no failure.
  late: {
    what: 'accepts nearly everything into a draft, refuses faulty fields at the price and the business rules at the contract',
    ids: { shape: 'number', places: idsAt('/id') },
    location: { onCreate: true, form: 'absolute' },
    statuses: { create: 201, contract: 201, change: 204, remove: 204, lead: 204 },
    lastModified: { format: 'iso' },
    noResource: 'object',
    errors: {
      style: 'problem',
      unlisted: 422,
      version: 412,
      foreign: 404,
      unknownAtGapPrice: 403,
    },
    // Later than at the price is too late for the fields (E3).
    checkpoints: { ...rulesFrom('contract'), schema: 'price' },
    insurerFrom: 'contract',
    lateWrites: 'containers',
    updates: 'merge',
    whiteLabels: ['HOUSE', 'PARTNER'],
    contractNeeds: { price: true },
    paymentTerms: ['QUARTERLY'],
    gapPrice: { place: '/amount', form: 'amount' },
    landlordLeads: 501,
    paymentStatusBeforeContract: 404,
  },
  // Its access tokens expire during a run.
  oauth2: {
    what: 'requires an OAuth2 access token (client credentials) that expires after three seconds, and hides resources from callers without rights',
    auth: { scheme: 'oauth2', tokenPath: '/oauth/token', clientSecretIn: 'header', lifetime: 3 },
    errors: { noRight: 404, foreign: 404, bodies: 'all' },
    statuses: { terms: 201, update: 204 },
  },
  // A client that does not encode path parameters fails here (D4).
  'reserved-ids': {
    what: 'accepts its key in the query, and issues ids full of characters that a path must encode',
    auth: { scheme: 'apiKey', in: 'query', name: 'api_key' },
    ids: { shape: 'reserved', metadata: 'key' },
    location: { onCreate: true, form: 'relative' },
    statuses: { contract: 303 },
    termsToken: '/terms/0',
  },
  // Bodies with the least information that a service may return.
  'header-ids': {
    what: 'answers creations with 204 where it may, and puts the new id and the terms token into headers',
    ids: {
      shape: 'number',
      places: { ...idsAt('header:X-Resource-Id'), contract: 'header:X-Contract-Id' },
    },
    termsToken: 'header:X-Terms-Token',
    statuses: { create: 204, update: 204, change: 204, remove: 204, lead: 204, contract: 201 },
    errors: { style: 'empty', unknown: 410 },
  },
  // Shows only the required fields; the absence of others is no failure.
  minimal: {
    what: 'leaves out every optional field and Last-Modified, and counts its ids from 1 on every line',
    ids: { shape: 'sequence', places: idsAt(null), persons: 'per-draft' },
    location: { onCreate: true },
    statuses: { create: 201, contract: 201 },
    lastModified: { on: 'none' },
    optionalFields: 'left-out',
    errors: { style: 'empty' },
    landlordLeads: 404,
    paymentStatusBeforeContract: 404,
    contractNeeds: { gapPrice: false },
  },
  // Unusual JSON in every respect, and all of it legal (V2, V14, S17).
  ornate: {
    what: 'writes JSON with fields of its own, null for absent fields, keys in reverse order, 1325.0 for 1325, and eur for EUR',
    json: {
      type: 'application/hal+json',
      extraFields: true,
      absentFields: 'null',
      keys: 'reversed',
      amounts: 'decimal',
      currency: 'eur',
      layout: 'indented',
    },
    noResource: 'text',
    lastModified: { on: 'writes', format: 'iso-offset' },
    errors: { style: 'text', bodies: 'all' },
    gapPrice: { place: '/quote/premium', form: 'amount' },
  },
  // Reads requests as leniently as permitted (V1), and drops unknown fields.
  lenient: {
    what: 'accepts "true" for true and "1325" for 1325, trims, puts codes in upper case, drops unknown fields, merges updates',
    unknownFields: 'dropped',
    coercesTypes: true,
    normalises: true,
    updates: 'merge',
    items: { unknownPut: 'created', deletedAgain: 200 },
    checkpoints: { schema: 'price', onlyAllowedWhen: 'price' },
  },
  strict: {
    what: 'refuses unknown fields, looks at bodies first, enforces every rule at the write, and closes a draft with its contract',
    checks: 'body-first',
    unknownFields: 'refused',
    checkpoints: rulesFrom('write'),
    draftsMayHoldInvalidEmail: false,
    contractNeeds: { price: true, token: true },
    secondContract: 400,
    afterContract: 423,
    errors: { rule: 400, unlisted: 422, version: 412, country: 422 },
  },
  // Enforces the rules at different steps: the step of one says nothing about another (E2 to E5).
  mixed: {
    what: 'enforces some rules at the write, some at the price and some at the contract',
    checkpoints: {
      schema: 'price',
      employer: 'price',
      startDate: 'price',
      roadsideAssistance: 'contract',
      landlordAnswers: 'write',
      personXorCompany: 'contract',
      vehicleIdentification: 'price',
    },
    insurerFrom: 'price',
    draftsMayHoldInvalidEmail: false,
    afterContract: 409,
    errors: { rule: 400, unlisted: 409, version: 403, country: 403 },
    landlordLeads: 405,
  },
  // Serves reads from a replica that lags behind (D2, D3, K1).
  eventual: {
    what: 'shows writes, contracts and payment statuses only after 1.2 s, and replays a second contract',
    slow: true,
    readsLag: 1200,
    secondContract: 'replay',
    location: { form: 'relative' },
    items: { deletedAgain: 200 },
  },
  // The narrowest limits that are permitted if the specification states none (V17, E2).
  narrow: {
    what: 'accepts two items a list at most and Latin letters only, and requires an employer if the draft has no status',
    mostItems: 2,
    letters: 'latin',
    employerWithoutStatus: 'mandatory',
    checkpoints: { employer: 'write' },
  },
  // An unstated tariff rule excludes no draft, only its price (V17).
  reachable: {
    what: 'prices only drafts with a phone number of the policyholder',
    pricesNeedPhone: true,
  },
  // Ownership is not described (D10).
  shared: {
    what: 'lets every client see and change everything, and makes contracts without a price',
    othersMay: 'everything',
    errors: { unknown: 400 },
    contractNeeds: { gapPrice: false },
    secondContract: 'replay',
    items: { unknownPut: 'created' },
  },
  // Between `shared` and `owner-only`: every known client may read, and only the owner may change anything (D10).
  'open-reads': {
    what: 'lets every client read everything, and answers 404 to writes by all but the owner',
    othersMay: 'read',
    errors: { foreign: 404, unknown: 410 },
    statuses: { create: 201, lead: 202 },
    location: { onCreate: true, form: 'relative' },
  },
  // Conceals the existence of objects from every other client (S10, D10).
  'owner-only': {
    what: 'answers 404 to everyone but the owner, and sends the caller of a contract creation on with 303',
    errors: { foreign: 404, noRight: 404, style: 'problem', bodies: 'all' },
    location: { onCreate: true, form: 'absolute' },
    statuses: { create: 201, contract: 303, terms: 201 },
    contractNeeds: { token: true },
  },
  // Any 4xx is permitted if no status is listed for a refusal (S4, S6, S11).
  forbidding: {
    what: 'refuses a faulty call with 403 if the specification lists no status for it, and also an unknown id at the price request',
    errors: { unlisted: 403, version: 403, country: 403, unknownAtGapPrice: 403, rule: 400 },
  },
  // An optional header is sent intermittently (C2).
  sporadic: {
    what: 'sends Last-Modified with about every second answer of the operations that list it',
    lastModified: { on: 'now-and-then' },
  },
  // A repeated request may be the same request (D11).
  idempotent: {
    what: 'answers a repeated creation with the earlier draft of the same body, whatever its state',
    ids: { equalBodies: 'one' },
  },
  // The specification does not show the content of a motor gap price request (P5).
  'no-amount': {
    what: 'shows no amount in a motor gap price request, and accepts the amount that a contract names',
    gapPrice: { place: null },
  },
  ...ANSWER_DIALECTS,
  ...TRANSPORT_DIALECTS,
  ...HISTORY_DIALECTS,
};
