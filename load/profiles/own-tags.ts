import { TAGS } from '../measures.ts';
import type { Profile } from './profile.ts';

/** Names that Assay and k6 themselves tag samples with. */
const TAKEN = [...Object.keys(TAGS), 'instance_id', 'run', 'target', 'build'];

/** Why a name and a value are no tag of a caller's own; undefined: they are one. */
export const tagProblem = (name: string, value: string): string | undefined => {
  if (!/^[A-Za-z_]\w{0,63}$/.test(name))
    return 'a name of at most 64 letters, digits and _, not beginning with a digit';
  if (TAKEN.includes(name)) return `a name that Assay does not use itself (${TAKEN.join(', ')})`;
  return /^[\x20-\x7e]{1,200}$/.test(value)
    ? undefined
    : 'a value of 1 to 200 printable ASCII characters';
};

/** The profile with further tags, as of `--tag`, which go before its own. */
export const withTags = (profile: Profile, tags: Profile['tags'] = {}): Profile => {
  const all = { ...profile.tags, ...tags };
  return Object.keys(all).length === 0 ? profile : { ...profile, tags: all };
};
