import type { KnownOperation } from '../../spec/operations.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import type { Fault } from './fault.ts';
import { draftOf } from '../call.ts';
import type { Line } from '../../spec/line.ts';
import { beforeHandler, inside } from './stages.ts';

/** Where the specification shows what is sent: elsewhere a 500 may be about a body that nobody knows (P4, S9). */
const isShown = ({ request, method }: KnownOperation): boolean => request.shown || method === 'GET';

const ALWAYS: Kind = {
  ending: 'always-breaks-down',
  what: 'answers 500 to every legal call',
  isCostlyOn: () => true,
  sow: (tables, { id }) => {
    beforeHandler(tables, id, () => {
      throw new Error('null');
    });
  },
};

/**
 * Operations that break down whatever they are sent; the target says the bodies that nobody else can know (S9). Motor gap's
 * creation is left out: all its bodies are {}, so that no five calls of it differ.
 */
export const alwaysBrokenFaults: readonly Fault[] = eachOperation(
  'ERROR-01',
  [ALWAYS],
  ({ id }) => id !== 'gap.draft-create',
);

const IN_FRENCH: Kind = {
  ending: 'breaks-down-in-french',
  what: 'answers 500 for drafts in French',
  isCostlyOn: () => true,
  sow: (tables, { id }) => {
    beforeHandler(tables, id, (call) => {
      if (String(draftOf(call).body['language']).startsWith('fr')) throw new Error('null');
    });
  },
};

/** Operations whose bodies nobody knows, on drafts whose content is legal. */
export const frenchDraftFaults: readonly Fault[] = eachOperation(
  'ERROR-01',
  [IN_FRENCH],
  (row) => !isShown(row) && row.path.includes('{draftId}'),
);

/** The price of a line that breaks down where its draft lacks one optional field. */
const breaksWithout = (line: Line, path: readonly string[]): Fault => ({
  id: `${line}-price-breaks-without-${path.join('-').replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
  breaks: { requirement: 'ERROR-01', operation: `${line}.price-request` },
  what: `The price request of ${line} answers 500 where ${path.join('.')} is left out.`,
  sow: (tables) => {
    beforeHandler(tables, `${line}.price-request`, (call) => {
      if (inside(draftOf(call).body, ...path) === undefined) throw new Error('null');
    });
  },
});

/** Prices that count on a field that is optional. */
export const priceWithoutFaults: readonly Fault[] = [
  breaksWithout('jobloss', ['terms', 'commercialName']),
  breaksWithout('travel', ['terms', 'familySituation']),
  breaksWithout('landlord', ['risk', 'insuredProperty', 'surfaceArea']),
  breaksWithout('gap', ['risk', 'cascoFactors', 'depreciationRate']),
];
