import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import { ownPath } from './resource-path.ts';

/** Redirects to a path of this service and keeps the query (S1, W2). */
export const redirect = (
  call: Call,
  status: 302 | 308,
  path: string,
  query: Readonly<Record<string, string>> = {},
): never => {
  const { choices } = call.tables;
  const text = new URLSearchParams({ ...(call.query as Record<string, string>), ...query });
  // The caller has its API key; no answer may contain it.
  if (choices.auth.scheme === 'apiKey') text.delete(choices.auth.name);
  const location = `${choices.pathPrefix}${path}${text.size > 0 ? `?${text.toString()}` : ''}`;
  throw new Refusal('sent-on', 'it is found elsewhere', { status, location });
};

/** Redirects to the same path with another query. */
export const redirectWithQuery = (call: Call, query: Readonly<Record<string, string>>): never =>
  redirect(call, 302, ownPath(call), query);
