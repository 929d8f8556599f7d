import { AccessTokens } from './access-tokens.ts';
import { type Client, type ClientName, credentialsOf } from './clients.ts';
import { type Draw, drawAnew } from './draw.ts';
import { type IdSource, idSource } from './ids.ts';
import { OPERATIONS, type KnownOperation, type OperationId } from '../spec/operations.ts';
import { type RequestSchemas, requestSchemas } from './request-schemas.ts';
import type { Call } from './call.ts';
import type { Choices } from './choices.ts';
import { type Gateway, gatewayOf } from './gateway.ts';
import type { Guard } from './guards/guard.ts';
import type { Handler } from './outcome.ts';
import type { Line } from '../spec/line.ts';
import { Locks } from './locks.ts';
import { Replica } from './replica.ts';
import type { Reply } from './reply.ts';
import type { Rule } from './rules/rule.ts';
import { Store } from './store.ts';
import type { Tariff } from './prices/price.ts';
import { TermsTokens } from './terms-token.ts';
import { authentication } from './guards/authentication.ts';
import { businessRules } from './rules.ts';
import { country } from './guards/country.ts';
import { handlers } from './handlers.ts';
import { invalidatePrices } from './price-invalidation.ts';
import { lookUp } from './look-up.ts';
import { requestBody } from './request-body.ts';
import { rights } from './guards/rights.ts';
import { statusOf } from './refusal.ts';
import { tariffs } from './prices.ts';
import { version } from './guards/version.ts';

/** A method and path (relative to the address, with `{placeholders}`) under which an operation is reached. */
export interface Route {
  readonly operation: KnownOperation;
  readonly path: string;
}

/** Changes an answer, success or refusal, before it is sent. */
export type FinishHook = (call: Call, reply: Reply) => Reply;

/** All that one running service consists of, made anew for each; what is not readonly a dialect or fault may change. */
export interface Tables {
  readonly choices: Choices;
  readonly now: () => Date;
  readonly draw: Draw;
  readonly store: Store;
  readonly locks: Locks;
  readonly tokens: TermsTokens;
  readonly credentials: ReadonlyMap<string, Client>;
  /** Of a service with OAuth2. */
  readonly accessTokens: AccessTokens;
  readonly replica: Replica;
  readonly gateway: Gateway;
  routes: Route[];
  guards: Guard[];
  readBody: typeof requestBody;
  lookUp: typeof lookUp;
  schemas: RequestSchemas;
  rules: Rule[];
  readonly handlers: Record<OperationId, Handler>;
  readonly tariffs: Record<Line, Tariff>;
  statusOf: typeof statusOf;
  /** Run in order on every answer. */
  readonly finish: FinishHook[];
  /** Operations whose rules and handler run one after the other on one draft. */
  readonly locked: Set<OperationId>;
  newId: IdSource;
  invalidatePrices: typeof invalidatePrices;
}

/** What tables are built from. */
export interface TablesOptions {
  readonly choices: Choices;
  readonly secrets: Readonly<Record<ClientName, string>>;
  readonly now: () => Date;
  /** Left out: anew each time. */
  readonly draw?: Draw;
}

/** Builds the tables of a correct service that decides as `choices` say. */
export const buildTables = ({ choices, secrets, now, draw = drawAnew }: TablesOptions): Tables => {
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
    replica: new Replica(choices.readsLag),
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

/** Tables of a correct service with the state of another one: what is done through the one is seen through the other. */
export const tablesBeside = (tables: Tables, options: TablesOptions): Tables => {
  const { locks, tokens, credentials, accessTokens, replica, gateway, newId } = tables;
  const store = tables.store.sharing();
  const shared = { store, locks, tokens, credentials, accessTokens, replica, gateway, newId };
  return { ...buildTables(options), ...shared };
};
