import type { PlannedCredential, Told } from '../plan.ts';
import { concealed, needlesOf } from './conceal.ts';

// k6 has this object; its types do not.
declare const console: { readonly info: (text: string) => void };

/** What no line may hold; each virtual user reads the credential before it sends anything. */
let needles: readonly string[] = [];

/** Keeps a credential out of all that is told: a service may say it back, and the log lies about until somebody merges it. */
export const keepOut = (credential: PlannedCredential): void => {
  needles = needlesOf(credential);
};

/** Tells the process that started k6, as one line of k6's log. */
export const log = (what: Told): void => console.info(concealed(JSON.stringify(what), needles));
