import { type JsonObject, isDeeperThan } from './json.ts';
import type { Incoming } from './call.ts';
import { Refusal } from './refusal.ts';

/** Deepest nesting that a body may have; the field tables need six levels. */
const LEVELS = 32;

const isJson = (type: string): boolean => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);

/** True if an empty body stands for `{}`: if none is shown, and if it is an empty object or no body at all. */
const mayBeEmpty = ({ operation: { method, request } }: Incoming): boolean =>
  method === 'GET' ||
  (request.shown ? request.name === 'empty-object' || request.name === 'none' : method !== 'PUT');

/** The JSON value of a request's body; `{}` if it may be empty. Throws a Refusal (malformed, media-type). */
export const requestBody = (request: Incoming): unknown => {
  const { bytes, headers } = request;
  if (bytes === undefined || bytes.length === 0) {
    if (mayBeEmpty(request)) return {} satisfies JsonObject;
    throw new Refusal('malformed', 'a JSON object is due, and the body is empty');
  }
  const type = headers['content-type'];
  if (typeof type !== 'string' || !isJson(type))
    throw new Refusal('media-type', 'the body must be application/json');
  const value = parsed(bytes);
  if (isDeeperThan(value, LEVELS))
    throw new Refusal('malformed', `the body nests deeper than ${LEVELS} levels`);
  return value;
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Refusal('malformed', error instanceof Error ? error.message : 'not JSON');
  }
};
