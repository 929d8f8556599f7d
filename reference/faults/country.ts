import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { atGuard } from './stages.ts';

const refuses = (
  id: string,
  operation: OperationId,
  what: string,
  isRefused: (code: string) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'COUNTRY-01', operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    atGuard(tables, 'country', operation, (call, check) => {
      if (isRefused(call.params['country'] ?? ''))
        throw new Refusal('country', 'no line of business is known by this code');
      check();
    });
  },
});

const takes = (
  id: string,
  operation: OperationId,
  what: string,
  isTaken: (code: string) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'COUNTRY-02', operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    atGuard(tables, 'country', operation, (call, check) => {
      if (!isTaken(call.params['country']?.toUpperCase() ?? '')) check();
    });
  },
});

/** Faults in the country of the path. */
export const countryFaults: readonly Fault[] = [
  refuses(
    'landlord-draft-get-wants-capitals',
    'landlord.draft-get',
    'Landlord Draft Get knows BE, and neither be nor Be nor bE.',
    (code) => code !== 'BE',
  ),
  refuses(
    'jobloss-contract-wants-capitals',
    'jobloss.contract-create',
    'The jobloss contract creation knows BE and bE, but no country that begins with a small letter.',
    (code) => code.startsWith('b'),
  ),
  refuses(
    'gap-contract-refuses-mixed-letters',
    'gap.contract-create',
    'The motor gap contract creation knows BE and be, but not Be.',
    (code) => code === 'Be',
  ),
  refuses(
    'car-post-refuses-small-letters',
    'travel.car-post',
    'Post Car knows BE, Be and bE, but not be.',
    (code) => code === 'be',
  ),
  takes(
    'travel-priced-in-france',
    'travel.price-request',
    'The travel price request is served for FR.',
    (code) => code === 'FR',
  ),
  takes(
    'jobloss-draft-served-in-xx',
    'jobloss.draft-get',
    'Jobloss Draft Get is served for XX, which is no country.',
    (code) => code === 'XX',
  ),
  takes(
    'gap-lead-in-any-country',
    'gap.lead-create',
    'The motor gap lead creation never looks at the country.',
    () => true,
  ),
  takes(
    'landlord-created-in-the-netherlands',
    'landlord.draft-create',
    'Landlord Draft Create takes NL, where the line has no business.',
    (code) => code === 'NL',
  ),
  takes(
    'person-posted-in-belgium-by-name',
    'travel.person-post',
    'Post Person looks at the first two letters of the country only, so BELGIUM will do.',
    (code) => code.startsWith('BE'),
  ),
];
