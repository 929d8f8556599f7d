import { rowsOf, shows, undetailed } from '../operation.ts';

const DRAFT = '/{country}/lifestyle/jobloss/drafts/{draftId}';
const CONTRACT = '/{country}/lifestyle/jobloss/contracts/{contractId}';

/** The ten operations of the jobloss line (Endpoints, Jobloss). */
export const joblossOperations = rowsOf('jobloss', 'base', {
  'draft-create': {
    ...undetailed,
    name: 'Draft Create',
    method: 'POST',
    path: '/{country}/lifestyle/jobloss/drafts',
    request: shows('jobloss-draft'),
  },
  'draft-get': {
    ...undetailed,
    name: 'Draft Get',
    method: 'GET',
    path: DRAFT,
    request: shows('none'),
  },
  'draft-update': {
    name: 'Draft Update',
    method: 'PUT',
    path: DRAFT,
    detail: 'J1',
    success: 200,
    failures: [400, 401, 403, 404, 500],
    headers: ['Last-Modified'],
    request: shows('jobloss-draft'),
    response: shows('jobloss-draft-resource'),
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
    method: 'POST',
    path: `${DRAFT}/token-terms`,
  },
  'lead-create': {
    ...undetailed,
    name: 'Lead Create',
    method: 'POST',
    path: `${DRAFT}/leads`,
    request: shows('lead'),
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
