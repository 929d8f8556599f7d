import { Refusal } from '../../refusal.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import { atGuard } from '../injection/stages.ts';

const refuses = (ending: string, what: string, isRefused: (code: string) => boolean): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    atGuard(tables, 'country', id, (call, check) => {
      if (isRefused(call.params['country'] ?? ''))
        throw new Refusal('country', 'no line of business is known by this code');
      check();
    });
  },
});

const takes = (ending: string, what: string, isTaken: (code: string) => boolean): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    atGuard(tables, 'country', id, (call, check) => {
      if (!isTaken(call.params['country']?.toUpperCase() ?? '')) check();
    });
  },
});

/** Faults in the country of the path. */
export const faults: readonly Fault[] = [
  ...eachOperation('COUNTRY-01', [
    refuses('wants-capitals', 'accepts BE, but not be, Be or bE', (code) => code !== 'BE'),
    refuses(
      'wants-a-capital-first',
      'accepts BE, but no country that begins with a lower-case letter',
      (code) => code.startsWith('b'),
    ),
    refuses('refuses-mixed-letters', 'accepts BE and be, but not Be', (code) => code === 'Be'),
    refuses('refuses-small-letters', 'accepts BE, Be and bE, but not be', (code) => code === 'be'),
    refuses('refuses-a-last-capital', 'accepts BE, be and Be, but not bE', (code) => code === 'bE'),
  ]),
  ...eachOperation('COUNTRY-02', [
    takes('in-france', 'serves the country FR', (code) => code === 'FR'),
    takes('in-the-netherlands', 'serves the country NL', (code) => code === 'NL'),
    takes('in-xx', 'serves the country XX, which does not exist', (code) => code === 'XX'),
    takes(
      'in-belgium-by-name',
      'compares only the first two letters of the country, so it accepts BELGIUM',
      (code) => code.startsWith('BE'),
    ),
    takes('in-any-country', 'ignores the country', () => true),
  ]),
  {
    id: 'travel-draft-update-in-small-letters',
    breaks: { requirement: 'COUNTRY-02', operation: 'travel.draft-update' },
    what: 'Travel Draft Update serves every country that is written in two small letters.',
    confinedTo: 'travel.draft-update',
    inject: (tables) => {
      atGuard(tables, 'country', 'travel.draft-update', (call, check) => {
        if (!/^[a-z]{2}$/.test(call.params['country'] ?? '')) check();
      });
    },
  },
];
