import type { Choices, IdKind } from './choices.ts';
import type { Identity, Outcome } from './outcome.ts';
import type { Call } from './call.ts';
import type { Id } from './store.ts';
import type { JsonObject } from './json.ts';
import type { Line } from '../spec/line.ts';
import type { Reply } from './reply.ts';
import type { Step } from '../spec/operation.ts';
import { withPointer } from './json.ts';

/** What kind of success a step is, where the specification states no status; reads and draft updates are always 200. */
const EFFECTS: Partial<Record<Step, keyof Choices['statuses']>> = {
  'draft-create': 'create',
  'car-post': 'create',
  'person-post': 'create',
  'metadata-post': 'create',
  'contract-create': 'create',
  'price-info': 'compute',
  'price-request': 'compute',
  'car-put': 'change',
  'person-put': 'change',
  'metadata-put': 'change',
  'car-delete': 'remove',
  'person-delete': 'remove',
  'metadata-delete': 'remove',
  'lead-create': 'lead',
};

const successOf = (call: Call): number => {
  const effect = EFFECTS[call.operation.step];
  return call.operation.success ?? (effect ? call.tables.choices.statuses[effect] : 200);
};

/** A resource with its id where the service shows ids of this kind. Landlord draft ids are text (D4). */
export const withId = (
  resource: JsonObject,
  kind: IdKind,
  id: Id,
  line: Line,
  choices: Choices,
): JsonObject => {
  const place = choices.ids.places[kind];
  if (place === null) return resource;
  return withPointer(resource, place, line === 'landlord' && kind === 'draft' ? String(id) : id);
};

const locationOf = (call: Call, { path }: Identity): string => {
  const { location, pathPrefix } = call.tables.choices;
  return `${location.form === 'absolute' ? call.origin : ''}${pathPrefix}${path}`;
};

const headersOf = (call: Call, outcome: Outcome): Record<string, string> => {
  const { location, lastModified } = call.tables.choices;
  const { headers, method } = call.operation;
  const { identity, modifiedAt } = outcome;
  const result: Record<string, string> = {};
  const creates = EFFECTS[call.operation.step] === 'create' && location.onCreate;
  if (identity && (creates || headers.includes('Location')))
    result['location'] = locationOf(call, identity);
  const isWrite = method !== 'GET' && lastModified.on === 'writes';
  if (modifiedAt && (headers.includes('Last-Modified') || isWrite))
    result['last-modified'] =
      lastModified.format === 'http' ? modifiedAt.toUTCString() : modifiedAt.toISOString();
  return result;
};

const bodyOf = (call: Call, { resource, identity }: Outcome): JsonObject | undefined => {
  const { choices } = call.tables;
  if (!resource) return choices.noResource === 'object' ? {} : undefined;
  return identity
    ? withId(resource, identity.kind, identity.id, call.operation.line, choices)
    : resource;
};

/** The answer that tells of an outcome, as this service's choices have it. */
export const render = (call: Call, outcome: Outcome): Reply => {
  const status = successOf(call);
  const headers = headersOf(call, outcome);
  if (outcome.document)
    return {
      status,
      headers: { ...headers, 'content-type': 'application/pdf' },
      body: outcome.document,
    };
  if (status === 204 || status === 303) return { status, headers };
  const body = bodyOf(call, outcome);
  return body ? { status, headers, body } : { status, headers };
};
