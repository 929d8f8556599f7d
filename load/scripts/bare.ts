import { SharedArray } from 'k6/data';
import http from 'k6/http';
import { plan } from './read-plan.ts';

export { handleSummary, options } from './summary.ts';

// Baseline of the hot path: the same requests as those of the load script, and nothing else.
const { file = '', window = 1 } = plan.lines.jobloss ?? {};
const rows = new SharedArray('jobloss', () => JSON.parse(open(file)) as string[]);
const own = Array.from({ length: window }, (_, nth) =>
  (rows[(__VU * window + nth) % rows.length] as string).split('\n'),
);
const urls = own.map((parts) => parts[0] as string);
const heads = own.map((parts) => parts[2] as string);
const tails = own.map((parts) => parts[3] as string);
const params = { headers: { ...plan.headers } };
let sent = 0;

/** k6 scenario: posts the next body and reads no answer. */
export const post = (): void => {
  sent += 1;
  const nth = sent % window;
  http.post(urls[nth] as string, `${heads[nth]}${__VU}-${sent}${tails[nth]}`, params);
};
