import { isDeepStrictEqual } from 'node:util';
import { type Line, LINE_TITLES } from '../../../spec/line.ts';
import type { KnownOperation, OperationId } from '../../../spec/operations.ts';
import { type Call, draftOf } from '../../call.ts';
import type { Draft } from '../../store.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault, NotFaulted } from '../injection/fault.ts';
import { denialFault, deny } from '../injection/histories.ts';
import { replaceHandler, CallsInFlight } from '../injection/side-by-side.ts';
import { beforeHandler, valueInside } from '../injection/stages.ts';

/** True if the specification shows the request body: otherwise a 500 may be due to an unspecified body (P4, S9). */
const isShown = ({ request, method }: KnownOperation): boolean => request.shown || method === 'GET';

const ALWAYS: Kind = {
  ending: 'always-breaks-down',
  what: 'answers 500 to every legal call',
  isCostlyOn: () => true,
  inject: (tables, { id }) => {
    beforeHandler(tables, id, () => {
      throw new Error('null');
    });
  },
};

/**
 * Operations that fail with a server error whatever they are sent; the target states the bodies that are not specified (S9).
 * Motor gap's creation is left out: all its bodies are {}, so that no five calls of it differ.
 */
export const alwaysBrokenFaults: readonly Fault[] = eachOperation(
  'ERROR-01',
  [ALWAYS],
  ({ id }) => id !== 'gap.draft-create',
);

const IN_FRENCH: Kind = {
  ending: 'breaks-down-in-french',
  what: 'answers 500 for drafts in French',
  dependsOn: () => ['/language'],
  isCostlyOn: () => true,
  inject: (tables, { id }) => {
    beforeHandler(tables, id, (call) => {
      if (String(draftOf(call).body['language']).startsWith('fr')) throw new Error('null');
    });
  },
};

/** Operations with unspecified bodies, on drafts whose content is legal. */
export const frenchDraftFaults: readonly Fault[] = eachOperation(
  'ERROR-01',
  [IN_FRENCH],
  (row) => !isShown(row) && row.path.includes('{draftId}'),
);

/** The price of a line that fails with a server error if its draft lacks one optional field. */
const breaksWithout = (line: Line, path: readonly string[]): Fault => ({
  id: `${line}-price-breaks-without-${path.join('-').replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
  breaks: { requirement: 'ERROR-01', operation: `${line}.price-request` },
  what: `The price request of ${line} answers 500 if ${path.join('.')} is absent.`,
  inject: (tables) => {
    beforeHandler(tables, `${line}.price-request`, (call) => {
      if (valueInside(draftOf(call).body, ...path) === undefined) throw new Error('null');
    });
  },
});

/** Prices that assume the presence of an optional field. */
export const priceWithoutFaults: readonly Fault[] = [
  breaksWithout('jobloss', ['terms', 'commercialName']),
  breaksWithout('travel', ['terms', 'familySituation']),
  breaksWithout('landlord', ['risk', 'insuredProperty', 'surfaceArea']),
  breaksWithout('gap', ['risk', 'cascoFactors', 'depreciationRate']),
];

const breaksDown = (
  id: string,
  operation: OperationId,
  what: string,
  isFatal: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'ERROR-01', operation },
  what,
  inject: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isFatal(call)) throw new Error('the tariff could not be reached');
    });
  },
});

/** Updates that assume content from the draft's creation (S9). */
const emptyDraftFaults: readonly Fault[] = (['jobloss', 'travel', 'landlord'] as const).map(
  (line) =>
    breaksDown(
      `${line}-update-of-an-empty-draft-breaks-down`,
      `${line}.draft-update`,
      `${LINE_TITLES[line]} Draft Update answers 500 for a draft that was created without any field.`,
      (call) => Object.keys(draftOf(call).body).length === 0,
    ),
);

/** Legal calls that are answered with 500: on every draft, on some, or after certain calls. */
export const faults: readonly Fault[] = [
  ...alwaysBrokenFaults,
  ...frenchDraftFaults,
  ...priceWithoutFaults,
  ...emptyDraftFaults,
  breaksDown(
    'price-info-breaks-down-for-couples',
    'travel.price-info',
    'The travel price info answers 500 for couples.',
    (call) => valueInside(draftOf(call).body, 'terms', 'familySituation') === 'couple',
  ),
  breaksDown(
    'jobloss-update-breaks-down-for-officials',
    'jobloss.draft-update',
    'Jobloss Draft Update answers 500 for government officials.',
    ({ body }) =>
      valueInside(body, 'risk', 'insuredJob', 'employeeStatus') === 'governmentOfficial',
  ),
  breaksDown(
    'gap-contract-breaks-down-for-months',
    'gap.contract-create',
    'Motor gap Contract Create answers 500 for a monthly payment.',
    ({ body }) => valueInside(body, 'paymentTerm') === 'MONTHLY',
  ),
  breaksDown(
    'gap-price-breaks-down-for-five-years',
    'gap.price-request',
    'The motor gap price request answers 500 for the variant GAP60.',
    (call) => valueInside(draftOf(call).body, 'terms', 'variant') === 'GAP60',
  ),
  denialFault(
    'jobloss-price-breaks-down-after-terms-and-update',
    'ERROR-01',
    'jobloss.price-request',
    /token-terms .*draft-update /,
    500,
    'The jobloss price request answers 500 once the draft was updated after its user terms were fetched.',
  ),
  denialFault(
    'metadata-breaks-down-after-an-exchanged-person',
    'ERROR-01',
    'travel.metadata-post',
    /person-delete .*person-post /,
    500,
    'Post Metadata answers 500 once a person was added after another one was deleted.',
  ),
  {
    id: 'jobloss-create-breaks-down-for-equal-addresses',
    breaks: { requirement: 'ERROR-01', operation: 'jobloss.draft-create' },
    what: 'Jobloss Draft Create answers 500 if the bills go to the policyholder’s own address.',
    inject: (tables) => {
      beforeHandler(tables, 'jobloss.draft-create', ({ body }) => {
        const address = valueInside(body, 'policyholder', 'address');
        const billing = valueInside(body, 'policyholder', 'billingAddress');
        if (billing !== undefined && isDeepStrictEqual(address, billing)) deny(500);
      });
    },
  },
  {
    id: 'car-post-breaks-down-at-once',
    breaks: { requirement: 'ERROR-01', operation: 'travel.car-post' },
    what: 'Post Car answers 500 while another car is being added to the same draft.',
    area: 'races',
    inject: (tables) => {
      const underWay = new CallsInFlight<Draft>();
      replaceHandler(tables, 'travel.car-post', async (call, handle) => {
        const place = await underWay.wait(draftOf(call), (count) => count);
        if (place > 1) throw new Error('could not serialise access');
        return handle(call);
      });
    },
  },
];

/** Reason that the one operation cannot fail with a server error alone. */
export const notFaulted: readonly NotFaulted[] = [
  {
    ids: /^ERROR-01$/,
    on: /^gap\.draft-create$/,
    because:
      'The specification does not show its body, which is always the same, so a server error may concern that (P4).',
  },
];
