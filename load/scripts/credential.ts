import secrets from 'k6/secrets';
import { CREDENTIAL, type PlannedCredential } from '../plan.ts';
import { headersWith } from '../../spec/exchange.ts';
import { redactCredential } from './emit.ts';
import { plan } from './read-plan.ts';

/** Reads the owner's credential: all headers of a request, and the query to append to its path. */
export const readCredential = async (): Promise<PlannedCredential> => {
  const { headers, query } = JSON.parse(await secrets.get(CREDENTIAL)) as PlannedCredential;
  redactCredential({ headers, query });
  return { headers: headersWith(plan.headers, headers), query };
};
