import type { Dialect } from './dialect.ts';
import { choicesWith } from '../choices.ts';

/** Everything about its JSON is unusual, and none of it wrong (V2, V14, S17). */
export const ornate: Dialect = {
  name: 'ornate',
  what: 'writes JSON with fields of its own, null for what is absent, keys the other way round and 1325.0 for 1325',
  choices: choicesWith({
    json: {
      type: 'application/hal+json',
      extraFields: true,
      absentFields: 'null',
      keys: 'reversed',
      amounts: 'decimal',
      layout: 'indented',
    },
    noResource: 'text',
    lastModified: { on: 'writes', format: 'iso-offset' },
    errors: { style: 'text', bodies: 'all' },
    gapPrice: { place: '/quote/premium', form: 'amount' },
  }),
};
