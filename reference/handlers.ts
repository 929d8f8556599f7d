import {
  createContract,
  createGapContract,
  downloadContract,
  getContract,
  getPaymentStatus,
} from './handlers/contracts.ts';
import { createDraft, getDraft, updateDraft } from './handlers/drafts.ts';
import { createLead, getTokenTerms } from './handlers/leads-and-terms.ts';
import { createPriceInfo, createPriceRequest } from './handlers/prices.ts';
import { deleteItem, postItem, putItem } from './handlers/items.ts';
import { OPERATIONS, type OperationId } from '../spec/operations.ts';
import type { Handler } from './call.ts';
import type { Step } from '../spec/operation.ts';

const BY_STEP: Readonly<Record<Step, Handler>> = {
  'draft-create': createDraft,
  'draft-get': getDraft,
  'draft-update': updateDraft,
  'car-post': postItem('car'),
  'car-put': putItem,
  'car-delete': deleteItem,
  'person-post': postItem('person'),
  'person-put': putItem,
  'person-delete': deleteItem,
  'metadata-post': postItem('metadata'),
  'metadata-put': putItem,
  'metadata-delete': deleteItem,
  'price-info': createPriceInfo,
  'price-request': createPriceRequest,
  'token-terms': getTokenTerms,
  'lead-create': createLead,
  'contract-create': createContract,
  'payment-status': getPaymentStatus,
  'contract-get': getContract,
  'contract-download': downloadContract,
};

/** The handler of every operation; the lines share those of a step, except for motor gap contracts. */
export const handlers = (): Record<OperationId, Handler> => {
  const rows = OPERATIONS.map(({ id, step }) => [id, BY_STEP[step]]);
  return { ...Object.fromEntries(rows), 'gap.contract-create': createGapContract };
};
