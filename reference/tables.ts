import { authentication, country, rights, version } from './guards.ts';
import { type ClientName, credentialsOf } from './clients.ts';
import { type Draw, redraw } from './draw.ts';
import { AccessTokens } from './access-tokens.ts';
import { businessRules } from './rules.ts';
import type { Choices } from './choices.ts';
import { gatewayOf } from './gateway.ts';
import { handlers } from './handlers.ts';
import { idSource } from './ids.ts';
import { invalidatePrices } from './price-invalidation.ts';
import { Locks } from './locks.ts';
import { lookUp } from './look-up.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { Replica } from './replica.ts';
import { requestBody } from './request-body.ts';
import { requestSchemas } from './request-schemas.ts';
import { statusOf } from './refusal.ts';
import { Store } from './store.ts';
import type { Tables } from './call.ts';
import { tariffs } from './prices.ts';
import { TermsTokens } from './terms-token.ts';

/** Input for building tables. */
export interface TablesOptions {
  readonly choices: Choices;
  readonly secrets: Readonly<Record<ClientName, string>>;
  readonly now: () => Date;
  /** Default: a new value each time. */
  readonly draw?: Draw;
}

/** Builds the tables of a correct service with these choices. */
export const buildTables = ({ choices, secrets, now, draw = redraw }: TablesOptions): Tables => {
  const schemas = requestSchemas(choices);
  const nextId = idSource(choices.ids.shape);
  return {
    choices,
    now,
    draw,
    store: new Store(),
    locks: new Locks(),
    tokens: new TermsTokens(draw),
    credentials: credentialsOf(secrets, choices.auth),
    accessTokens: new AccessTokens(),
    replica: new Replica(choices.readsLag, choices.staleReads),
    gateway: gatewayOf(choices),
    routes: OPERATIONS.map((operation) => ({ operation, path: operation.path })),
    guards: [authentication, rights, version, country],
    readBody: requestBody,
    lookUp,
    schemas,
    rules: businessRules(choices, schemas),
    handlers: handlers(),
    tariffs: tariffs(),
    statusOf,
    finish: [],
    locked: new Set(
      OPERATIONS.filter(({ step }) => step === 'contract-create').map(({ id }) => id),
    ),
    newId: (kind, line) => draw(kind, () => nextId(kind, line)),
    invalidatePrices,
  };
};

/** Tables of a correct service that share the state of another one. */
export const tablesBeside = (tables: Tables, options: TablesOptions): Tables => {
  const { locks, tokens, credentials, accessTokens, replica, gateway, newId } = tables;
  const store = tables.store.sharing();
  const shared = { store, locks, tokens, credentials, accessTokens, replica, gateway, newId };
  return { ...buildTables(options), ...shared };
};
