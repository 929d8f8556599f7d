import type { Ending } from './ending.ts';

/** A secret that no ending may print. */
const CANARY = /canary/;

/** The least that a target holds; nothing is listening there. */
export const ADDRESS = 'base_url: http://127.0.0.1:9\n';

/** A target whose owner's bearer token is still to be written. */
export const OWNER = `${ADDRESS}identities:\n  owner:\n    auth:\n      scheme: bearer\n`;

/** What is wrong, the target file's name and text, and the sentence. */
export type Row = readonly [what: string, name: string, text: string | Uint8Array, says: RegExp];

/** A gate that refuses the target file: exit 2. */
export const refused = ([what, name, text, says]: Row): Ending => ({
  what,
  args: ['gate', '--target', name],
  files: { [name]: text },
  code: 2,
  says,
  never: CANARY,
});
