import http from 'k6/http';
import { plan } from './read-plan.ts';

export { handleSummary, options } from './summary.ts';

// Baseline of the hot path: one POST of the same body to the same address, and nothing else.
const row = JSON.parse(open(plan.lines.jobloss?.file ?? '')) as string[];
const [url = '', , head = '', tail = ''] = (row[0] ?? '').split('\n');
const body = `${head}1${tail}`;
const params = { headers: { ...plan.headers } };

export const post = (): void => {
  http.post(url, body, params);
};
