import { valueAt } from '../pointer.ts';
import { bodyFault } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

const PARTIES = {
  company: { name: 'Peeters NV' },
  person: { birthdate: '1980-05-05', firstName: 'Zoë', lastName: 'Peeters' },
} as const;

type Party = keyof typeof PARTIES;

const added = (line: 'travel' | 'landlord' | 'gap', there: Party, party: Party): BodyFault =>
  bodyFault({
    requirement: 'POLICYHOLDER-01',
    variant: `${line}-${party}-added`,
    body: `${line}-draft`,
    pointer: `/policyholder/${party}`,
    kind: 'forbidden-combination',
    checkpoint: 'personXorCompany',
    what: `policyholder.${party} comes together with policyholder.${there}`,
    breaks: 'person-xor-company',
    suits: (valid) => valueAt(valid, `/policyholder/${there}`) !== undefined,
    spoil: () => PARTIES[party],
  });

/** A policyholder who is a person and a company (E4). Jobloss has no company. */
export const POLICYHOLDER_FAULTS: readonly BodyFault[] = (
  ['travel', 'landlord', 'gap'] as const
).flatMap((line) => [added(line, 'person', 'company'), added(line, 'company', 'person')]);
