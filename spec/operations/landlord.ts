import { row, rowsOf, shows } from '../operation.ts';

const DRAFT = '/{country}/home/landlord/drafts/{draftId}';
/** Singular, unlike the other lines (note under the landlord table). */
const CONTRACT = '/{country}/home/landlord/contract/{contractId}';

/** The ten operations of the landlord line (Endpoints, Landlord). */
export const landlordOperations = rowsOf('landlord', 'base', {
  'draft-create': row('Draft Create', 'POST', '/{country}/home/landlord/drafts', {
    detail: 'L1',
    success: 200,
    failures: [400, 401, 403, 500],
    request: shows('landlord-draft'),
    response: shows('landlord-draft-resource'),
  }),
  'draft-get': row('Draft Get', 'GET', DRAFT, {
    request: shows('none'),
    response: shows('landlord-draft-resource'),
  }),
  'draft-update': row('Draft Update', 'PUT', DRAFT, {
    request: shows('landlord-draft'),
    response: shows('landlord-draft-resource'),
  }),
  'price-request': row('PriceRequest Create', 'POST', `${DRAFT}/price-requests`),
  'token-terms': row('TokenTerms Get', 'GET', `${DRAFT}/token-terms`, { request: shows('none') }),
  'lead-create': row('Lead Create', 'POST', `${DRAFT}/leads`, {
    request: shows('lead'),
    comingSoon: true,
  }),
  'contract-create': row('Contract Create', 'POST', `${DRAFT}/contract`),
  'payment-status': row('Get Payment Status', 'GET', `${DRAFT}/payment/status`, {
    request: shows('none'),
  }),
  'contract-get': row('Get a contract', 'GET', CONTRACT, { request: shows('none') }),
  'contract-download': row('Download a contract', 'GET', `${CONTRACT}/download`, {
    request: shows('none'),
  }),
});
