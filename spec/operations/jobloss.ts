import { row, rowsOf, shows } from '../operation.ts';

const DRAFT = '/{country}/lifestyle/jobloss/drafts/{draftId}';
const CONTRACT = '/{country}/lifestyle/jobloss/contracts/{contractId}';

/** The ten operations of the jobloss line (Endpoints, Jobloss). */
export const joblossOperations = rowsOf('jobloss', 'base', {
  'draft-create': row('Draft Create', 'POST', '/{country}/lifestyle/jobloss/drafts', {
    request: shows('jobloss-draft'),
  }),
  'draft-get': row('Draft Get', 'GET', DRAFT, { request: shows('none') }),
  'draft-update': row('Draft Update', 'PUT', DRAFT, {
    detail: 'J1',
    success: 200,
    failures: [400, 401, 403, 404, 500],
    headers: ['Last-Modified'],
    request: shows('jobloss-draft'),
    response: shows('jobloss-draft-resource'),
  }),
  'price-request': row('PriceRequest Create', 'POST', `${DRAFT}/price-requests`),
  'token-terms': row('TokenTerms Get', 'POST', `${DRAFT}/token-terms`),
  'lead-create': row('Lead Create', 'POST', `${DRAFT}/leads`, { request: shows('lead') }),
  'contract-create': row('Contract Create', 'POST', `${DRAFT}/contract`),
  'payment-status': row('Get Payment Status', 'GET', `${DRAFT}/payment/status`, {
    request: shows('none'),
  }),
  'contract-get': row('Get a contract', 'GET', CONTRACT, { request: shows('none') }),
  'contract-download': row('Download a contract', 'GET', `${CONTRACT}/download`, {
    request: shows('none'),
  }),
});
