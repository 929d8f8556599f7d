// What k6 is started with: everything that its scenarios run.
export { journey } from './journey.ts';
export { priceRequest } from './price-request.ts';
export { handleSummary, options } from './summary.ts';
