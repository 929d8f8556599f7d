import type { Call } from '../call.ts';
import type { Contract, Draft } from '../store.ts';

/** The draft that a request names, whoever asks. */
export const namedDraft = ({ operation, params, tables }: Call): Draft | undefined =>
  tables.store.draft(operation.line, params['draftId'] ?? '');

/** The contract that a request names, whoever asks. */
export const namedContract = ({ operation, params, tables }: Call): Contract | undefined =>
  tables.store.contract(operation.line, params['contractId'] ?? '');
