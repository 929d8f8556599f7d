import { journey as walk } from './journey.ts';
import { priceRequest as ask } from './price-request.ts';

// Entry point of k6: all functions of its scenarios. k6 looks its function up before every iteration, and more slowly
// through an `export … from`.
/** k6 scenario: one price request. */
export const priceRequest = ask;
/** k6 scenario: one journey from draft to contract. */
export const journey = walk;
export { handleSummary, options } from './summary.ts';
