import { type JsonObject, withPointer } from '../json.ts';
import type { Handler } from '../outcome.ts';
import { Refusal } from '../refusal.ts';
import { draftOf } from '../call.ts';

/** Takes a lead. The service sends no mail: what it would send is over once its rules are met. */
export const createLead: Handler = (call) => {
  const { operation, tables } = call;
  if (operation.comingSoon && tables.choices.landlordLeads !== 'live')
    throw new Refusal('not-live', 'landlord leads are coming soon');
  return {};
};

/** Issues a user terms token for the draft. */
export const getTokenTerms: Handler = (call) => {
  const { choices, tokens } = call.tables;
  const withToken = (fields: JsonObject): JsonObject =>
    withPointer(fields, choices.termsToken, token);
  const token = tokens.issue(draftOf(call));
  const terms = { termsUrl: 'https://example.com/terms.pdf' };
  return { resource: withToken(terms), essential: withToken({}) };
};
