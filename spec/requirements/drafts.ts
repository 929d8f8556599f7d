import type { Requirements } from '../requirement.ts';
import { operationsWhere } from './operations-where.ts';

/** Drafts and what becomes of them. */
export const drafts = {
  'DRAFT-01': {
    level: 'implied',
    statement: 'A draft that was created can be read by its creator.',
    source: 'Endpoints, Draft Get; Errors, 404',
    operations: ['jobloss.draft-get', 'travel.draft-get', 'landlord.draft-get', 'gap.draft-get'],
    rules: ['D3', 'S16'],
    proof: 'two-sightings',
  },
  'DRAFT-02': {
    level: 'implied',
    statement: 'A draft can be created from an empty object, since every field is optional.',
    source: 'Jobloss draft; Travel draft; Landlord draft',
    operations: ['jobloss.draft-create', 'travel.draft-create', 'landlord.draft-create'],
    rules: ['D8', 'V17'],
    proof: 'accepted-twin',
  },
  'DRAFT-03': {
    level: 'implied',
    statement: 'Reading or updating a draft leaves its id readable.',
    source: 'Common path parameters, row draftId; Endpoints, Draft Get and Draft Update',
    operations: operationsWhere((row) => ['draft-get', 'draft-update'].includes(row.step)),
    rules: ['D13', 'D3'],
    proof: 'two-sightings',
  },
  'DRAFT-04': {
    level: 'implied',
    statement: 'Creating or updating a draft leaves other drafts readable and as they were.',
    source: 'Common path parameters, row draftId; Endpoints, Draft Create and Draft Update',
    operations: operationsWhere((row) => ['draft-create', 'draft-update'].includes(row.step)),
    rules: ['D13', 'D2'],
    proof: 'two-sightings',
  },
} as const satisfies Requirements;
