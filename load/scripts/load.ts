import { journey as walk } from './journey.ts';
import { priceRequest as ask } from './price-request.ts';

// What k6 is started with: everything that its scenarios run. k6 looks its function up before every iteration, and longer
// through an `export … from`.
export const priceRequest = ask;
/** One walk from draft to contract. */
export const journey = walk;
export { handleSummary, options } from './summary.ts';
