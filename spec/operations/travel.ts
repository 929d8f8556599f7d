import { row, rowsOf, shows } from '../operation.ts';

const DRAFT = '/{country}/lifestyle/travel/drafts/{draftId}';
const CONTRACT = '/{country}/lifestyle/travel/contracts/{contractId}';
const LISTED = [400, 401, 403, 404, 500];

/** The twenty operations of the travel line (Endpoints, Travel). */
export const travelOperations = rowsOf('travel', 'base', {
  'draft-create': row('Draft Create', 'POST', '/{country}/lifestyle/travel/drafts', {
    detail: 'T1',
    success: 200,
    failures: [400, 401, 403, 500],
    request: shows('travel-draft'),
    response: shows('travel-draft-resource'),
  }),
  'draft-get': row('Draft Get', 'GET', DRAFT, { request: shows('none') }),
  'draft-update': row('Draft Update', 'PUT', DRAFT, {
    detail: 'T2',
    success: 200,
    failures: LISTED,
    headers: ['Last-Modified'],
    request: shows('travel-draft'),
    response: shows('travel-draft-resource'),
  }),
  'car-post': row('Post Car', 'POST', `${DRAFT}/cars`, {
    detail: 'T3',
    success: 200,
    failures: LISTED,
    headers: ['Last-Modified'],
    request: shows('car'),
    response: shows('car-resource'),
  }),
  'car-put': row('Put Car', 'PUT', `${DRAFT}/cars/{carId}`),
  'car-delete': row('Delete Car', 'DELETE', `${DRAFT}/cars/{carId}`, {
    detail: 'T4',
    success: 200,
    failures: LISTED,
    headers: ['Last-Modified'],
    request: shows('empty-object'),
    response: shows('car-resource'),
  }),
  'person-post': row('Post Person', 'POST', `${DRAFT}/persons`),
  'person-put': row('Put Person', 'PUT', `${DRAFT}/persons/{personId}`),
  'person-delete': row('Delete Person', 'DELETE', `${DRAFT}/persons/{personId}`),
  'metadata-post': row('Post Metadata', 'POST', `${DRAFT}/metadata`),
  'metadata-put': row('Put Metadata', 'PUT', `${DRAFT}/metadata/{keyId}`),
  'metadata-delete': row('Delete Metadata', 'DELETE', `${DRAFT}/metadata/{keyId}`, {
    detail: 'T5',
    success: 200,
    failures: LISTED,
    headers: ['Last-Modified'],
    request: shows('empty-object'),
    response: shows('metadata-resource'),
  }),
  'price-info': row('PriceInfo Create', 'POST', `${DRAFT}/price-info`),
  'price-request': row('PriceRequest Create', 'POST', `${DRAFT}/price-requests`),
  'token-terms': row('TokenTerms Get', 'POST', `${DRAFT}/token-terms`),
  'lead-create': row('Lead Create', 'POST', `${DRAFT}/leads`, {
    detail: 'T6',
    success: 200,
    failures: [400, 401, 402, 403, 404, 500],
    request: shows('lead'),
    response: shows('none'),
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
