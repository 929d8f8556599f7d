import { clientOf } from '../call.ts';
import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import {
  type IdRequirement,
  KINDS,
  emptyContract,
  emptyDraft,
  emptyItem,
  whenMissing,
} from './unknown-things.ts';
import type { OperationId } from '../../spec/operations.ts';

const invents = (
  id: string,
  requirement: IdRequirement,
  operation: OperationId,
  what: string,
): Fault => ({
  id,
  breaks: { requirement, operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    whenMissing(tables, requirement, operation, (call) => {
      if (requirement === 'ID-01') call.draft = emptyDraft(call);
      else if (requirement === 'ID-02') call.contract = emptyContract(call);
      else call.item = emptyItem(call, KINDS[requirement]);
    });
  },
});

const creates = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'ID-01', operation },
  what: `${name} creates the draft where there is none under this id.`,
  sow: (tables) => {
    whenMissing(tables, 'ID-01', operation, (call) => {
      call.draft = emptyDraft(call);
      tables.store.addDraft(call.draft);
    });
  },
});

const breaksDown = (
  id: string,
  requirement: IdRequirement,
  operation: OperationId,
  name: string,
): Fault => ({
  id,
  breaks: { requirement, operation },
  confinedTo: operation,
  what: `${name} answers 500 to an id that is not known, where it lists 404.`,
  sow: (tables) => {
    whenMissing(tables, requirement, operation, () => {
      throw new Error('null');
    });
  },
});

/** How many characters of a draftId a careless look-up compares. */
const COMPARED = 8;

/** Faults with ids that nobody handed out. */
export const idFaults: readonly Fault[] = [
  invents(
    'unknown-jobloss-draft-is-empty',
    'ID-01',
    'jobloss.draft-get',
    'Jobloss Draft Get serves an empty object for a draft that there is not.',
  ),
  invents(
    'unknown-travel-draft-is-priced',
    'ID-01',
    'travel.price-request',
    'The travel price request prices a draft that there is not.',
  ),
  invents(
    'lead-for-unknown-travel-draft',
    'ID-01',
    'travel.lead-create',
    'Travel Lead Create answers 200 for a draft that there is not.',
  ),
  invents(
    'person-for-unknown-draft',
    'ID-01',
    'travel.person-post',
    'Post Person takes a person for a draft that there is not.',
  ),
  invents(
    'terms-for-unknown-landlord-draft',
    'ID-01',
    'landlord.token-terms',
    'Landlord TokenTerms Get issues a token for a draft that there is not.',
  ),
  invents(
    'unknown-jobloss-draft-is-unpaid',
    'ID-01',
    'jobloss.payment-status',
    'The jobloss payment status of a draft that there is not is open.',
  ),
  creates('gap-update-creates-unknown-draft', 'gap.draft-update', 'Motor gap Draft Update'),
  creates(
    'landlord-update-creates-unknown-draft',
    'landlord.draft-update',
    'Landlord Draft Update',
  ),
  breaksDown(
    'gap-contract-breaks-on-unknown-draft',
    'ID-01',
    'gap.contract-create',
    'The motor gap contract creation',
  ),
  {
    id: 'gap-price-compares-a-prefix',
    breaks: { requirement: 'ID-01', operation: 'gap.price-request' },
    what: 'The motor gap price request compares the first eight characters of a draftId only.',
    sow: (tables) => {
      const { lookUp, store } = tables;
      const drafts = new Map<string, Draft>();
      const add = store.addDraft.bind(store);
      store.addDraft = (draft) => {
        drafts.set(String(draft.id).slice(0, COMPARED), draft);
        add(draft);
      };
      tables.lookUp = (call) => {
        const alike = drafts.get(call.params['draftId']?.slice(0, COMPARED) ?? '');
        const isPriced = call.operation.id === 'gap.price-request';
        if (isPriced && alike?.owner === clientOf(call).name) call.draft = alike;
        else lookUp(call);
      };
    },
  },
  invents(
    'unknown-jobloss-contract-is-empty',
    'ID-02',
    'jobloss.contract-get',
    'Get a contract (jobloss) serves an empty contract where there is none.',
  ),
  invents(
    'unknown-gap-contract-is-empty',
    'ID-02',
    'gap.contract-get',
    'Motor gap Contract Get serves an empty contract where there is none.',
  ),
  invents(
    'download-of-unknown-contract',
    'ID-02',
    'landlord.contract-download',
    'The landlord download makes a document of a contract that there is not.',
  ),
  invents(
    'unknown-car-deleted',
    'ID-03',
    'travel.car-delete',
    'Delete Car answers 200 for a carId that was never handed out.',
  ),
  breaksDown('car-delete-breaks-on-unknown-car', 'ID-03', 'travel.car-delete', 'Delete Car'),
  invents(
    'unknown-person-deleted',
    'ID-04',
    'travel.person-delete',
    'Delete Person answers 200 for a personId that was never handed out.',
  ),
  invents(
    'unknown-metadata-deleted',
    'ID-05',
    'travel.metadata-delete',
    'Delete Metadata answers 200 for a keyId that was never handed out.',
  ),
];
