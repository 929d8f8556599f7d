import { altered, alteredInShell } from './altered-secret.ts';
import type { Secret } from '../target.ts';

/** Ways in which a credential does not authenticate: changed in its middle, cut, or prolonged. */
export const FORGERIES = ['invalid', 'shortened', 'lengthened'] as const;
/** One of them. */
export type Forgery = (typeof FORGERIES)[number];

/** More than the last characters of a code that decode to the same bytes. */
const CUT = 4;
const ADDED = 'Zz19';
/** What is left of a shorter secret may be a word of other texts, and could not be kept out of the record. */
const SHORTEST_CUT = 20;

/** The secret so forged. One too short to be cut is changed instead. */
export const forged = (secret: string, forgery: Forgery): string => {
  if (forgery === 'lengthened') return `${secret}${ADDED}`;
  return forgery === 'shortened' && secret.length >= SHORTEST_CUT
    ? secret.slice(0, -CUT)
    : altered(secret);
};

/** What forgeries show of a secret, and how bash makes each of the variable that holds it. */
export const forgedSecrets = ({ name, value, shell }: Secret): readonly Secret[] => {
  const inShell = (own: string, what: string): string =>
    shell === undefined ? own : `${what} ${shell}`;
  const cut = value.length < SHORTEST_CUT ? [] : [forged(value, 'shortened')];
  return [
    { name, value: altered(value), shell: inShell(alteredInShell({ name, value }), 'altered') },
    ...cut.map((short) => ({
      name,
      value: short,
      shell: inShell(`\${${name}%${'?'.repeat(CUT)}}`, 'shortened'),
    })),
    {
      name,
      value: forged(value, 'lengthened'),
      shell: inShell(`\${${name}}${ADDED}`, 'lengthened'),
    },
  ];
};
