import { row, rowsOf, shows } from '../operation.ts';

const DRAFT = '/{country}/motor/gap/drafts/{draftId}';

/** The eight operations of the motor gap line (Endpoints, Motor gap). */
export const gapOperations = rowsOf('gap', 'gap', {
  'draft-create': row('Draft Create', 'POST', '/{country}/motor/gap/drafts'),
  'draft-get': row('Draft Get', 'GET', DRAFT, { request: shows('none') }),
  'draft-update': row('Draft Update', 'PUT', DRAFT, {
    detail: 'G1',
    success: 200,
    failures: [401, 403, 404, 500],
    headers: ['Last-Modified'],
    request: shows('gap-draft'),
    response: shows('none'),
  }),
  'lead-create': row('Lead Create', 'POST', `${DRAFT}/leads`, {
    detail: 'G2',
    success: 200,
    failures: [400, 401, 402, 403, 404, 500],
    request: shows('gap-lead'),
    response: shows('none'),
  }),
  'price-request': row('PriceRequest Create', 'POST', `${DRAFT}/price-requests`, {
    detail: 'G3',
    success: 200,
    failures: [400, 401, 402, 403, 500],
    headers: ['Last-Modified'],
    request: shows('gap-price-request'),
    response: shows('gap-price-request-resource'),
  }),
  'token-terms': row('TokenTerms Get', 'GET', `${DRAFT}/token-terms`, { request: shows('none') }),
  'contract-create': row('Contract Create', 'POST', `${DRAFT}/to-contract`, {
    detail: 'G4',
    success: 303,
    failures: [401, 403, 404, 500],
    headers: ['Location'],
    request: shows('to-contract'),
    response: shows('none'),
  }),
  'contract-get': row('Contract Get', 'GET', '/{country}/motor/gap/contracts/{contractId}', {
    request: shows('none'),
  }),
});
