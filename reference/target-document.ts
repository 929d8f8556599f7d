import { CLIENT_NAMES, type ClientName, SECRET_NAMES } from './clients.ts';
import { type Choices, plainChoices } from './choices.ts';
import type { IdKind } from './choices/ids.ts';
import type { JsonObject } from './json.ts';
import { GUESSED_BODIES } from '../spec/guessed-bodies.ts';
import { VEHICLE_CODES, type VehicleCode } from './vehicle-codes.ts';
import { isDeepStrictEqual } from 'node:util';

/** Addresses of a running service. */
export interface Addresses {
  readonly base_url: string;
  readonly gap_base_url: string;
}

const authOf = ({ auth }: Choices, name: ClientName, { base_url }: Addresses): JsonObject => {
  const secret = `\${${SECRET_NAMES[name]}}`;
  if (auth.scheme === 'bearer') return { scheme: 'bearer', token: secret };
  if (auth.scheme === 'basic') return { scheme: 'basic', username: name, password: secret };
  if (auth.scheme === 'apiKey') return { ...auth, key: secret };
  const { scheme, tokenPath, clientSecretIn } = auth;
  const tokenUrl = `${base_url}${tokenPath}`;
  const client = { scheme, tokenUrl, clientId: name, clientSecret: secret };
  return clientSecretIn === 'header' ? client : { ...client, clientSecretIn };
};

const idsOf = ({ ids }: Choices): JsonObject => {
  const place = (kind: IdKind): string => ids.places[kind] ?? 'location';
  const line = (): JsonObject => ({ draft: place('draft'), contract: place('contract') });
  return {
    jobloss: line(),
    travel: {
      ...line(),
      car: place('car'),
      person: place('person'),
      metadata: place('metadata'),
    },
    landlord: line(),
    gap: { draft: place('draft'), contract: 'location' },
  };
};

/**
 * Bodies that the specification does not show, stated although they are the obvious guesses (P4,
 * S9). Motor gap's creation is left out: the harness detects by itself if equal bodies make one
 * draft (D11).
 */
const { 'gap.draft-create': _, ...SIMPLE_BODIES } = GUESSED_BODIES;

const bodiesOf = ({ bodies, contractNeeds }: Choices): JsonObject => {
  const lines = contractNeeds.token ? ['jobloss', 'travel', 'landlord'] : [];
  return Object.fromEntries([
    ...Object.entries(SIMPLE_BODIES),
    ...lines.map((line) => [`${line}.contract-create`, { userTermsToken: '{{token}}' }]),
    ...Object.entries(bodies).map(([operation, { template }]) => [
      operation,
      structuredClone(template),
    ]),
  ]);
};

/** Slightly more than the lag of reads: the harness reads for the last time at the end of this delay. */
const readBackDelayOf = ({ readsLag }: Choices): number => (readsLag === 0 ? 200 : readsLag + 300);

const decisionsOf = (choices: Choices): JsonObject => {
  const { price, gapPrice } = choices.contractNeeds;
  return {
    checkpoints: { ...choices.checkpoints },
    ...(choices.lastModified.on === 'none' ? { lastModified: false } : {}),
    readBackDelay: readBackDelayOf(choices),
    draftsMayHoldInvalidEmail: choices.draftsMayHoldInvalidEmail,
    contractNeedsPrice: { jobloss: price, travel: price, landlord: price, gap: gapPrice },
    othersMay: choices.othersMay,
    paymentStatusExists: choices.paymentStatusBeforeContract === 200,
    downloadReady: choices.downloadReadyAfter === 0,
  };
};

/** The contract amount if price requests show none, in hundredths of EUR. */
const ASKED_AMOUNT = 1325;

/** The places in which this service differs from plain; a harness guesses the others. */
const placesOf = (choices: Choices): JsonObject => {
  const { ids, json, termsToken, gapPrice } = choices;
  return {
    ...(json.envelope === '' ? {} : { envelope: json.envelope }),
    ...(isDeepStrictEqual(ids.places, plainChoices.ids.places) ? {} : { ids: idsOf(choices) }),
    ...(termsToken === plainChoices.termsToken ? {} : { termsToken }),
    ...(gapPrice.place === plainChoices.gapPrice.place
      ? {}
      : { gapPrice: gapPrice.place ?? { amount: ASKED_AMOUNT } }),
  };
};

/** One vehicle of each type, so that every listed value can be sent. */
const oneOfEachType = (): readonly VehicleCode[] =>
  [...Map.groupBy(VEHICLE_CODES, ({ vehicleType }) => vehicleType).values()].flatMap(
    ([first]) => first ?? [],
  );

/** The target document that the user of this service would write; secrets are references to the environment. */
export const targetDocument = (
  dialect: string,
  choices: Choices,
  addresses: Addresses,
): Record<string, unknown> => {
  const identities = CLIENT_NAMES.map((name) => [name, { auth: authOf(choices, name, addresses) }]);
  return {
    name: `reference service (${dialect})`,
    ...addresses,
    identities: Object.fromEntries(identities),
    ...placesOf(choices),
    bodies: bodiesOf(choices),
    paymentTerms: choices.paymentTerms,
    whiteLabels: choices.whiteLabels,
    vehicleCodes: oneOfEachType(),
    decisions: decisionsOf(choices),
    features: { landlordLeads: choices.landlordLeads === 'live' },
  };
};
