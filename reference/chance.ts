import type { AccessChoices, AuthChoice } from './choices/access.ts';
import {
  type ContractChoices,
  type DraftRuleChoices,
  CHECKPOINTS,
  type Checkpoint,
} from './choices/rules.ts';
import type { ErrorChoices, SuccessChoices } from './choices/answers.ts';
import { type Choices, plainChoices } from './choices.ts';
import type { HistoryChoices } from './choices/history.ts';
import type { IdChoices } from './choices/ids.ts';
import type { RequestChoices } from './choices/requests.ts';
import type { TransportChoices } from './choices/transport.ts';

/** Random draws, the same for the same seed. */
interface Draws {
  /** One of the values, each as likely as the others. */
  readonly of: <const Values extends readonly unknown[]>(...values: Values) => Values[number];
  /** True once in `times` draws on average. */
  readonly oneIn: (times: number) => boolean;
}

/** Mulberry32: a pseudo-random generator of numbers in [0, 1), not for secrets. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The draws of a seed, a whole number. */
const drawsOf = (seed: number): Draws => {
  const next = mulberry32(seed);
  return {
    of: (...values) => values[Math.floor(next() * values.length)],
    oneIn: (times) => next() * times < 1,
  };
};

const credential = ({ of }: Draws): AuthChoice =>
  of(
    { scheme: 'bearer' },
    { scheme: 'basic' },
    { scheme: 'apiKey', in: 'header', name: 'X-Api-Key' },
    { scheme: 'apiKey', in: 'query', name: 'key' },
    {
      scheme: 'oauth2',
      tokenPath: '/oauth/token',
      clientSecretIn: of('header', 'body'),
      lifetime: of(2, 60),
    },
  );

const requests = (
  { of }: Draws,
  auth: AuthChoice,
): Omit<AccessChoices & RequestChoices, 'countrySpelling'> => ({
  auth,
  addresses: of('one', 'two'),
  pathPrefix: of('', '/api', '/insurance/v1.2'),
  checks: of('access-first', 'body-first'),
  othersMay: of('nothing', 'read', 'everything'),
  bodies: {},
  unknownFields: of('kept', 'dropped', 'refused'),
  coercesTypes: of(true, false),
  normalises: of(true, false),
  whiteLabels: of([], ['HOUSE'], ['HOUSE', 'PARTNER']),
});

type Place = 'body' | 'header' | 'location';

const idPlaces = ({ of }: Draws, place: Place): IdChoices['ids']['places'] => {
  if (place === 'location')
    return { draft: null, car: null, person: null, metadata: null, contract: null };
  const names = of(
    ['draftId', 'carId', 'personId', 'keyId', 'contractId'],
    ['id', 'id', 'id', 'id', 'id'],
  );
  const start = place === 'header' ? 'header:X-' : of('/', '/data/', '/meta/ids/');
  const [draft, car, person, metadata, contract] = names.map((name) => `${start}${name}`);
  return { draft, car, person, metadata, contract } as IdChoices['ids']['places'];
};

const ids = (draws: Draws, place: Place): IdChoices => ({
  ids: {
    shape: draws.of('uuid', 'number', 'sequence', 'reserved'),
    places: idPlaces(draws, place),
    metadata: draws.of('generated', 'key'),
    persons: draws.of('unique', 'per-draft'),
    equalBodies: 'apart',
  },
  location: {
    onCreate: place === 'location' || draws.of(true, false),
    form: draws.of('path', 'absolute', 'relative'),
  },
});

const checkpoints = ({ of }: Draws): DraftRuleChoices['checkpoints'] => {
  const any = (): Checkpoint => of(...CHECKPOINTS);
  return {
    // Later than at the price is too late for the fields (E3).
    schema: of('write', 'price'),
    onlyAllowedWhen: any(),
    employer: any(),
    startDate: any(),
    roadsideAssistance: any(),
    landlordAnswers: any(),
    personXorCompany: any(),
    vehicleIdentification: any(),
  };
};

const drafts = (draws: Draws): Omit<DraftRuleChoices, 'staleReads'> => {
  const { of, oneIn } = draws;
  return {
    checkpoints: checkpoints(draws),
    insurerFrom: of(...CHECKPOINTS),
    lateWrites: of('types', 'containers'),
    draftsMayHoldInvalidEmail: of(true, false),
    pricesNeedPhone: false,
    mostItems: of(0, 2),
    letters: of('any', 'latin'),
    employerWithoutStatus: of('free', 'mandatory'),
    updates: of('replace', 'merge'),
    timeZone: of('Europe/Brussels', 'UTC'),
    items: {
      ...plainChoices.items,
      unknownPut: of('refused', 'created'),
      deletedAgain: of(404, 200),
    },
    readsLag: oneIn(4) ? of(50, 300) : 0,
  };
};

const contracts = ({ of }: Draws): Omit<ContractChoices, 'download'> => ({
  contractNeeds: { price: of(true, false), token: of(true, false), gapPrice: of(true, false) },
  secondContract: of('replay', 400, 409),
  afterContract: of('open', 409, 423),
  paymentTerms: of(['YEARLY', 'MONTHLY'], ['ANNUAL'], ['1', '12']),
  termsToken: of('/userTermsToken', '/token', '/terms/0/proof'),
  gapPrice: {
    place: of('/totalPrice/withTaxes', '/amount', '/quotes/0/price', null),
    form: of('integer', 'amount'),
  },
  landlordLeads: of('live', 404, 405, 501),
  paymentStatusBeforeContract: of(200, 404),
  downloadReadyAfter: of(0, 60_000),
});

const history = ({ of }: Draws): HistoryChoices => ({
  concluded: of('changes', 'writes'),
  afterLead: of('open', 'open', 409, 423),
  leads: of('any', 'any', 'once', 'priced'),
  afterTerms: of('open', 'open', 409, 423),
  refusedUpdates: 0,
  termsTokens: of('kept', 'kept', 'once', 'newest', 'until-change'),
  priceRequests: of('kept', 'kept', 'once', 'until-change'),
  equalPrices: of('apart', 'one'),
  equalItems: of('apart', 'one'),
});

const statuses = ({ of }: Draws, place: Place): SuccessChoices['statuses'] => ({
  // Without a body no id can be in it.
  create: place === 'body' ? of(200, 201) : of(200, 201, 204),
  update: of(200, 204),
  compute: of(200, 201),
  change: of(200, 204),
  remove: of(200, 204),
  terms: of(200, 201),
  lead: of(200, 201, 202, 204),
  contract: of(200, 201, 303),
});

const answers = (draws: Draws, place: Place): Omit<SuccessChoices, 'priceShapes'> => {
  const { of } = draws;
  return {
    statuses: statuses(draws, place),
    lastModified: {
      on: of('listed', 'now-and-then', 'writes', 'none'),
      format: of('http', 'iso', 'iso-offset'),
    },
    noResource: of('empty', 'object', 'text'),
    optionalFields: of('shown', 'shown', 'left-out'),
    dates: of('calendar', 'calendar', 'midnight', 'compact'),
    validUntil: of('iso', 'iso', 'epoch', 'compact', 'day-first', 'zoned'),
    json: {
      type: of('application/json', 'application/hal+json', 'application/vnd.quoting.v1+json'),
      extraFields: of(true, false),
      absentFields: of('left-out', 'null'),
      keys: of('usual', 'reversed'),
      amounts: of('plain', 'decimal'),
      layout: of('compact', 'indented'),
      currency: 'EUR',
      envelope: '',
    },
  };
};

const errors = ({ of }: Draws): ErrorChoices => ({
  errors: {
    style: of('named', 'problem', 'text', 'empty'),
    bodies: of('named-resources', 'all'),
    rule: of(400, 402),
    unlisted: of(400, 403, 409, 422),
    version: of(400, 403, 406, 412),
    country: of(400, 403, 404, 422),
    noRight: of(403, 404),
    foreign: of(403, 404),
    unknown: of(400, 404, 410),
    unknownAtGapPrice: of(400, 402, 403, 404),
  },
});

const transport = ({ of, oneIn }: Draws): TransportChoices => ({
  transport: {
    ...plainChoices.transport,
    framing: of('length', 'chunked'),
    compression: of('none', 'gzip'),
    headerNames: of('lower', 'title', 'odd'),
    connections: of('kept', 'short', 'closed'),
    delay: oneIn(8) ? [0, 10] : [0, 0],
    busyEvery: oneIn(8) ? 97 : 0,
    againEvery: oneIn(8) ? 83 : 0,
    unavailableEvery: oneIn(8) ? 251 : 0,
  },
});

/** Choices that are drawn last, so that a seed still yields its earlier values. */
const drawnLast = (draws: Draws, choices: Choices): Choices => {
  const { of } = draws;
  const { items, json, optionalFields, transport: wire } = choices;
  const drawn: Choices = {
    ...choices,
    priceShapes: of('usual', 'usual', 'exchanged'),
    json: { ...json, currency: of('EUR', 'EUR', 'eur') },
    ...history(draws),
    countrySpelling: of('any', 'any', 'redirected'),
    items: {
      ...items,
      // Both together would leave a deletion without any effect (D6).
      deletedPut: items.deletedAgain === 200 ? 'refused' : of('refused', 'revived'),
      deleted: of(404, 410),
    },
    optionalFields: optionalFields === 'shown' ? of('shown', 'filled') : optionalFields,
    staleReads: of('all', 'every-second'),
    download: of('served', 'served', 'elsewhere'),
    transport: { ...wire, retryAfter: of('seconds', 'date') },
  };
  return { ...drawn, json: { ...drawn.json, envelope: of('', '', '/data') } };
};

/** Choices that are drawn one by one: 200 seeds are 200 different services. `seed`: a whole number. */
export const choicesByChance = (seed: number): Choices => {
  const draws = drawsOf(seed);
  const place = draws.of('body', 'body', 'header', 'location');
  return drawnLast(draws, {
    ...plainChoices,
    ...requests(draws, credential(draws)),
    ...ids(draws, place),
    ...drafts(draws),
    ...contracts(draws),
    ...answers(draws, place),
    ...errors(draws),
    ...transport(draws),
  });
};
