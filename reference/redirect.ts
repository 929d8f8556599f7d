import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import { ownPath } from './resource-path.ts';

/** Sends a caller on to a path of this service (S1, W2); what the query says goes with it. */
export const redirect = (
  call: Call,
  status: 302 | 308,
  path: string,
  query: Readonly<Record<string, string>> = {},
): never => {
  const { choices } = call.tables;
  const text = new URLSearchParams({ ...(call.query as Record<string, string>), ...query });
  // The caller has its key, and no answer shows it.
  if (choices.auth.scheme === 'apiKey') text.delete(choices.auth.name);
  const location = `${choices.pathPrefix}${path}${text.size > 0 ? `?${text.toString()}` : ''}`;
  throw new Refusal('sent-on', 'it is found elsewhere', { status, location });
};

/** Sends a caller on to the same address with another query. */
export const redirectWithQuery = (call: Call, query: Readonly<Record<string, string>>): never =>
  redirect(call, 302, ownPath(call), query);
