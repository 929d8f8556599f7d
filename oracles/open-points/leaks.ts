import type { OpenPoint } from '../open-point.ts';
import { internalsOf } from '../answers/server-internals.ts';
import type { Seen } from './seen.ts';

/** What questions of their own brought up is told with their answers. */
const isAsked = ({ exchange }: Seen): boolean => exchange.test.startsWith('observations/');

/** Server internals in the refusals and errors of a run, one line an operation and kind (S13). */
export const leakPoints = (seen: readonly Seen[]): readonly OpenPoint[] => {
  const found = new Map<string, OpenPoint>();
  for (const one of seen) {
    const { exchange, row, response } = one;
    if (response.status < 400 || isAsked(one)) continue;
    for (const internal of internalsOf(exchange)) {
      const id = `leak/${row.id}/${internal.kind}`;
      if (found.has(id)) continue;
      found.set(id, {
        id,
        subject: 'robustness',
        question: 'an ordinary request that is refused',
        rule: 'S13',
        line: row.line,
        operation: row.id,
        sent: '',
        outcome: `status ${response.status}`,
        status: response.status,
        exchanges: [exchange.n],
        internals: [internal],
      });
    }
  }
  return [...found.values()];
};
