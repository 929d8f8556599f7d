import type { judgeExchange } from '../../oracles/judge-exchange.ts';
import { plan } from './read-plan.ts';

declare const require: (path: string) => { readonly judgeExchange: typeof judgeExchange };

// Virtual user 0 is k6 itself, finding out what there is to load.
const judgesHere = __VU === 0 || __VU % plan.judges === 1 % plan.judges;

/** The suites' own oracles, on one in `plan.judges` virtual users; undefined on the others. */
export const judge: typeof judgeExchange | undefined = judgesHere
  ? require('../../oracles/judge-exchange.ts').judgeExchange
  : undefined;
