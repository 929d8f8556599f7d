import type { Told } from '../plan.ts';

// k6 has this object; its types do not.
declare const console: { readonly info: (text: string) => void };

/** Tells the process that started k6, as one line of k6's log. */
export const log = (what: Told): void => console.info(JSON.stringify(what));
