import { placeValue } from '../place-value.ts';
import { type Handler, draftOf } from '../call.ts';
import { recordToken } from '../lifetimes.ts';
import { Refusal } from '../refusal.ts';

/** Accepts a lead. The service sends no mail: nothing remains to be done once the rules are met. */
export const createLead: Handler = (call) => {
  const { operation, tables } = call;
  if (operation.comingSoon && tables.choices.landlordLeads !== 'live')
    throw new Refusal('not-live', 'landlord leads are coming soon');
  draftOf(call).history.leads += 1;
  return {};
};

/** Issues a user terms token for the draft. */
export const getTokenTerms: Handler = (call) => {
  const { choices, tokens } = call.tables;
  draftOf(call).history.terms += 1;
  const terms = { termsUrl: 'https://example.com/terms.pdf' };
  const token = tokens.issue(draftOf(call));
  recordToken(draftOf(call), token, choices);
  return placeValue(choices.termsToken, token, terms);
};
