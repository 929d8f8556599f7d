import type { Choices } from './choices.ts';
import type { JsonObject } from './json.ts';
import type { KnownOperation } from '../spec/operations.ts';
import { Refusal } from './refusal.ts';
import { type Reply, textReply } from './reply.ts';
import type { Tables } from './call.ts';

/** The error resource of a status on an operation (Errors table), or null if the table states none. */
const resourceOf = (status: number, operation: KnownOperation): string | null => {
  const { line, step } = operation;
  if (status === 500) return 'General Error';
  if (status === 402) return 'FunctionalError';
  if ([401, 403, 404].includes(status)) return null;
  const validation = step === 'lead-create' || line === 'landlord' || line === 'gap';
  return validation ? 'ValidationError' : 'Business Rule Error';
};

const fieldsOf = (
  style: 'named' | 'problem',
  status: number,
  title: string,
  message: string,
  field: string | undefined,
): JsonObject =>
  style === 'problem'
    ? { title, status, detail: message, ...(field === undefined ? {} : { pointer: field }) }
    : { error: title, messages: [{ message, ...(field === undefined ? {} : { field }) }] };

const challenges = (choices: Choices): Record<string, string> => {
  const { auth } = choices;
  if (auth.scheme === 'apiKey') return {};
  return { 'www-authenticate': `${auth.scheme === 'basic' ? 'Basic' : 'Bearer'} realm="quoting"` };
};

const TITLES: Readonly<Record<number, string>> = {
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Not found',
};

/** The answer to a request that was refused, or that met an error of the service itself (500). */
export const errorReply = (
  error: unknown,
  operation: KnownOperation,
  { choices, statusOf }: Tables,
): Reply => {
  const refusal = error instanceof Refusal ? error : null;
  const status = refusal
    ? (refusal.detail.status ?? statusOf(refusal.cause, operation, choices))
    : 500;
  const headers: Record<string, string> = status === 401 ? challenges(choices) : {};
  const location = refusal?.detail.location;
  if (location !== undefined) return { status, headers: { ...headers, location } };
  const { style, bodies } = choices.errors;
  const unnamed = bodies === 'all' ? (TITLES[status] ?? 'Refused') : null;
  const title = resourceOf(status, operation) ?? unnamed;
  if (title === null || style === 'empty') return { status, headers };
  const message = error instanceof Error ? error.message : String(error);
  if (style === 'text') return textReply(status, `${title}: ${message}`, headers);
  return {
    status,
    headers:
      style === 'problem' ? { ...headers, 'content-type': 'application/problem+json' } : headers,
    body: fieldsOf(style, status, title, message, refusal?.detail.field),
  };
};
