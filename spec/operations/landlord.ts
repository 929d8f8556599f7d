import { rowsOf, shows, undetailed } from '../operation.ts';

const DRAFT = '/{country}/home/landlord/drafts/{draftId}';
/** Singular, unlike the other lines (note under the landlord table). */
const CONTRACT = '/{country}/home/landlord/contract/{contractId}';

/** The ten operations of the landlord line (Endpoints, Landlord). */
export const landlordOperations = rowsOf('landlord', 'base', {
  'draft-create': {
    name: 'Draft Create',
    method: 'POST',
    path: '/{country}/home/landlord/drafts',
    detail: 'L1',
    success: 200,
    failures: [400, 401, 403, 500],
    headers: [],
    request: shows('landlord-draft'),
    response: shows('landlord-draft-resource'),
  },
  'draft-get': {
    ...undetailed,
    name: 'Draft Get',
    method: 'GET',
    path: DRAFT,
    request: shows('none'),
    response: shows('landlord-draft-resource'),
  },
  'draft-update': {
    ...undetailed,
    name: 'Draft Update',
    method: 'PUT',
    path: DRAFT,
    request: shows('landlord-draft'),
    response: shows('landlord-draft-resource'),
  },
  'price-request': {
    ...undetailed,
    name: 'PriceRequest Create',
    method: 'POST',
    path: `${DRAFT}/price-requests`,
  },
  'token-terms': {
    ...undetailed,
    name: 'TokenTerms Get',
    method: 'GET',
    path: `${DRAFT}/token-terms`,
    request: shows('none'),
  },
  'lead-create': {
    ...undetailed,
    name: 'Lead Create',
    method: 'POST',
    path: `${DRAFT}/leads`,
    request: shows('lead'),
    comingSoon: true,
  },
  'contract-create': {
    ...undetailed,
    name: 'Contract Create',
    method: 'POST',
    path: `${DRAFT}/contract`,
  },
  'payment-status': {
    ...undetailed,
    name: 'Get Payment Status',
    method: 'GET',
    path: `${DRAFT}/payment/status`,
    request: shows('none'),
  },
  'contract-get': {
    ...undetailed,
    name: 'Get a contract',
    method: 'GET',
    path: CONTRACT,
    request: shows('none'),
  },
  'contract-download': {
    ...undetailed,
    name: 'Download a contract',
    method: 'GET',
    path: `${CONTRACT}/download`,
    request: shows('none'),
  },
});
