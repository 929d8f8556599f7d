import { rowsOf, shows, undetailed } from '../operation.ts';

const DRAFT = '/{country}/motor/gap/drafts/{draftId}';

/** The eight operations of the motor gap line (Endpoints, Motor gap). */
export const gapOperations = rowsOf('gap', 'gap', {
  'draft-create': {
    ...undetailed,
    name: 'Draft Create',
    method: 'POST',
    path: '/{country}/motor/gap/drafts',
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
    detail: 'G1',
    success: 200,
    failures: [401, 403, 404, 500],
    headers: ['Last-Modified'],
    request: shows('gap-draft'),
    response: shows('none'),
  },
  'lead-create': {
    name: 'Lead Create',
    method: 'POST',
    path: `${DRAFT}/leads`,
    detail: 'G2',
    success: 200,
    failures: [400, 401, 402, 403, 404, 500],
    headers: [],
    request: shows('gap-lead'),
    response: shows('none'),
  },
  'price-request': {
    name: 'PriceRequest Create',
    method: 'POST',
    path: `${DRAFT}/price-requests`,
    detail: 'G3',
    success: 200,
    failures: [400, 401, 402, 403, 500],
    headers: ['Last-Modified'],
    request: shows('gap-price-request'),
    response: shows('gap-price-request-resource'),
  },
  'token-terms': {
    ...undetailed,
    name: 'TokenTerms Get',
    method: 'GET',
    path: `${DRAFT}/token-terms`,
    request: shows('none'),
  },
  'contract-create': {
    name: 'Contract Create',
    method: 'POST',
    path: `${DRAFT}/to-contract`,
    detail: 'G4',
    success: 303,
    failures: [401, 403, 404, 500],
    headers: ['Location'],
    request: shows('to-contract'),
    response: shows('none'),
  },
  'contract-get': {
    ...undetailed,
    name: 'Contract Get',
    method: 'GET',
    path: '/{country}/motor/gap/contracts/{contractId}',
    request: shows('none'),
  },
});
