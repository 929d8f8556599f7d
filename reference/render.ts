import { type JsonObject, withPointer } from './json.ts';
import type { Choices } from './choices.ts';
import { withDates } from './date-forms.ts';
import type { IdKind } from './choices/ids.ts';
import type { Identity, Outcome, Call } from './call.ts';
import type { Id } from './store.ts';
import type { KnownOperation } from '../spec/operations.ts';
import type { Line } from '../spec/line.ts';
import { type Reply, textReply } from './reply.ts';
import type { Step } from '../spec/operation.ts';
import { ownPath } from './resource-path.ts';
import { posix } from 'node:path';
import { filledOnly, withExtraFields, withNulls } from './optional-fields.ts';

/** Kind of success of a step for which the specification states no status; reads are always 200. */
const EFFECTS: Partial<Record<Step, keyof Choices['statuses']>> = {
  'draft-create': 'create',
  'draft-update': 'update',
  'car-post': 'create',
  'person-post': 'create',
  'metadata-post': 'create',
  'contract-create': 'contract',
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

const effectOf = ({ step, method }: KnownOperation): keyof Choices['statuses'] | undefined =>
  step === 'token-terms' && method === 'POST' ? 'terms' : EFFECTS[step];

/** The success status of an operation for a service with these choices. */
export const successOf = (row: KnownOperation, { statuses }: Choices): number => {
  const effect = effectOf(row);
  return row.success ?? (effect ? statuses[effect] : 200);
};

/** A resource with its id if the service shows ids of this kind. Landlord draft ids are text (D4). */
export const withId = (
  resource: JsonObject,
  kind: IdKind,
  id: Id,
  line: Line,
  choices: Choices,
): JsonObject => {
  const place = choices.ids.places[kind];
  if (!place?.startsWith('/')) return resource;
  return withPointer(resource, place, line === 'landlord' && kind === 'draft' ? String(id) : id);
};

/** The Location of an object, in the chosen form; a relative one is resolved against the request's path. */
const locationOf = (call: Call, { path }: Identity): string => {
  const { location, pathPrefix } = call.tables.choices;
  if (location.form === 'relative') return posix.relative(posix.dirname(ownPath(call)), path);
  return `${location.form === 'absolute' ? call.origin : ''}${pathPrefix}${path}`;
};

const lastModifiedOf = (modifiedAt: Date, { lastModified }: Choices): string => {
  if (lastModified.format === 'http') return modifiedAt.toUTCString();
  const utc = modifiedAt.toISOString();
  if (lastModified.format === 'iso-compact') return utc.replace(/[-:]|\.\d+/g, '');
  return lastModified.format === 'iso' ? utc : utc.replace('Z', '+00:00');
};

const headersOf = (call: Call, outcome: Outcome): Record<string, string> => {
  const { location, lastModified, ids } = call.tables.choices;
  const { headers, method, step } = call.operation;
  const { identity, modifiedAt } = outcome;
  const result: Record<string, string> = { ...outcome.headers };
  const creates = EFFECTS[step] === 'create' || EFFECTS[step] === 'contract';
  const isLocated =
    (creates && location.onCreate) || successOf(call.operation, call.tables.choices) === 303;
  if (identity && isLocated) result['location'] = locationOf(call, identity);
  const place = identity && creates ? ids.places[identity.kind] : null;
  if (place?.startsWith('header:'))
    result[place.slice('header:'.length).toLowerCase()] = String(identity?.id);
  const isLeftOut = lastModified.on === 'now-and-then' && (modifiedAt?.getTime() ?? 0) % 2 === 0;
  const isDue = headers.includes('Last-Modified') && lastModified.on !== 'none' && !isLeftOut;
  const isWrite = method !== 'GET' && lastModified.on === 'writes';
  if (modifiedAt && (isDue || isWrite))
    result['last-modified'] = lastModifiedOf(modifiedAt, call.tables.choices);
  return result;
};

/** A resource as this service represents it, apart from its id. */
const shownOf = (call: Call, { resource, essential = {} }: Outcome): JsonObject | undefined => {
  const { dates, json, optionalFields } = call.tables.choices;
  if (!resource) return undefined;
  const chosen = { shown: resource, filled: filledOnly(resource), 'left-out': essential };
  const shown = withDates(
    chosen[optionalFields],
    call.operation.line === 'landlord' ? dates : 'calendar',
  ) as JsonObject;
  const full =
    json.absentFields === 'null' ? withNulls(shown, call.operation, call.tables.choices) : shown;
  return json.extraFields ? withExtraFields(full) : full;
};

const bodyOf = (call: Call, outcome: Outcome): JsonObject | undefined => {
  const { choices } = call.tables;
  const { identity } = outcome;
  const resource = shownOf(call, outcome);
  if (!resource) return choices.noResource === 'object' ? {} : undefined;
  return identity
    ? withId(resource, identity.kind, identity.id, call.operation.line, choices)
    : resource;
};

/** A resource in the envelope of this service, beside a sibling field (P3). */
const wrapped = (body: JsonObject, { tables: { choices } }: Call): JsonObject => {
  const { envelope } = choices.json;
  return envelope === '' ? body : withPointer({ meta: { version: 1 } }, envelope, body);
};

/** Renders an outcome according to the service's choices. */
export const render = (call: Call, outcome: Outcome): Reply => {
  const status = successOf(call.operation, call.tables.choices);
  const headers = headersOf(call, outcome);
  if (outcome.document)
    return {
      status,
      headers: { ...headers, 'content-type': 'application/pdf' },
      body: outcome.document,
    };
  if (status === 204 || status === 303) return { status, headers };
  const body = bodyOf(call, outcome);
  if (!body && call.tables.choices.noResource === 'text') return textReply(status, 'OK', headers);
  return body ? { status, headers, body: wrapped(body, call) } : { status, headers };
};
