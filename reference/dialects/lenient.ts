import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Makes sense of whatever makes sense (V1), and keeps nothing that it does not know. */
export const lenient: Dialect = {
  name: 'lenient',
  what: 'accepts "true" for true and "1325" for 1325, trims, puts codes in upper case, drops unknown fields, merges updates',
  choices: choicesWith({
    unknownFields: 'dropped',
    coercesTypes: true,
    normalises: true,
    updates: 'merge',
    items: { unknownPut: 'created', deletedAgain: 200 },
    checkpoints: { schema: 'price', onlyAllowedWhen: 'price' },
  }),
};
