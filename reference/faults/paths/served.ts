import type { KnownOperation, OperationId } from '../../../spec/operations.ts';
import { type Call, clientOf, contractOf, draftOf, type Route } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import type { Contract } from '../../store.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import { deny, denialFault } from '../injection/histories.ts';
import { beforeHandler } from '../injection/stages.ts';

const rerouted = (
  id: string,
  operation: OperationId,
  what: string,
  change: (route: Route) => Route,
): Fault => ({
  id,
  breaks: { requirement: 'PATH-01', operation },
  what,
  inject: (tables) => {
    tables.routes = tables.routes.map((route) =>
      route.operation.id === operation ? change(route) : route,
    );
  },
});

const under =
  (from: string, to: string) =>
  (route: Route): Route => ({
    ...route,
    path: route.path.replace(from, to),
  });

const by =
  (method: KnownOperation['method']) =>
  (route: Route): Route => ({
    ...route,
    operation: { ...route.operation, method },
  });

const answers = (
  id: string,
  operation: OperationId,
  what: string,
  status: 404 | 405 | 501,
  when: (count: number, call: Call) => boolean = () => true,
): Fault => ({
  id,
  breaks: { requirement: 'PATH-01', operation },
  what,
  inject: (tables) => {
    beforeHandler(tables, operation, (call, count) => {
      if (when(count, call)) throw new Refusal('unknown', 'this is not served here', { status });
    });
  },
});

/** True if so much depends on the operation that without it a run has nothing left to test. */
const isNeeded = ({ step }: KnownOperation): boolean =>
  !['metadata-delete', 'lead-create', 'price-info', 'contract-download'].includes(step);

const refuses = (ending: string, status: number, what: string): Kind => ({
  ending,
  what: `answers ${status} to every legal call${what}`,
  isCostlyOn: isNeeded,
  inject: (tables, { id }) => {
    beforeHandler(tables, id, () => {
      throw new Refusal('unknown', 'not here', { status });
    });
  },
});

/** A path that begins with the version, which no listed path has (Versioning 3). */
const moved: Kind = {
  ending: 'only-under-v1',
  what: 'answers only under a path that begins with v1',
  isCostlyOn: isNeeded,
  inject: (tables, row) => {
    tables.routes = tables.routes.map((route) =>
      route.operation.id === row.id ? { ...route, path: `/v1${route.path}` } : route,
    );
  },
};

const notAllowed = refuses('not-allowed', 405, ', like a server that does not know the method');
const notImplemented = refuses('not-implemented', 501, '');

/** A 404 for a draft is a missing draft, whatever its path (D3). */
const isDraftRead = ({ step }: KnownOperation): boolean => step === 'draft-get';

/** Serves the document of each contract once. */
const onceDownloaded = (line: 'jobloss' | 'travel' | 'landlord', status: number): Fault => {
  const operation = `${line}.contract-download` as const;
  return {
    id: `${line}-contract-downloaded-once`,
    breaks: { requirement: 'PATH-01', operation },
    what: `Download a contract (${line}) answers ${status} from the second time on.`,
    area: 'sequences',
    shownBy: ({ downloadReadyAfter }) => downloadReadyAfter === 0,
    inject: (tables) => {
      const served = new WeakSet<object>();
      beforeHandler(tables, operation, (call) => {
        const contract = contractOf(call);
        if (served.has(contract)) deny(status);
        served.add(contract);
      });
    },
  };
};

/** Operations that are missing from the path in the tables, or disappear later. */
export const faults: readonly Fault[] = [
  rerouted(
    'landlord-contract-only-under-contracts',
    'landlord.contract-get',
    'A landlord contract works only under the plural segment contracts, as on the other lines.',
    under('/contract/', '/contracts/'),
  ),
  rerouted(
    'gap-contract-only-under-contract',
    'gap.contract-create',
    'A motor gap contract works only under contract, as on the other lines, not under to-contract.',
    under('/to-contract', '/contract'),
  ),
  rerouted(
    'payment-status-in-one-word',
    'travel.payment-status',
    'Travel serves the payment status only under payment-status.',
    under('/payment/status', '/payment-status'),
  ),
  rerouted(
    'landlord-lead-with-a-slash',
    'landlord.lead-create',
    'Landlord accepts leads only under a path that ends with a slash.',
    under('/leads', '/leads/'),
  ),
  rerouted(
    'gap-drafts-in-the-singular',
    'gap.draft-create',
    'Motor gap creates drafts only under draft.',
    under('/drafts', '/draft'),
  ),
  rerouted(
    'jobloss-terms-only-read',
    'jobloss.token-terms',
    'Jobloss TokenTerms Get is only served for GET, as on landlord and motor gap.',
    by('GET'),
  ),
  rerouted(
    'person-put-only-posted',
    'travel.person-put',
    'Only POST changes a person, not PUT.',
    by('POST'),
  ),
  answers(
    'every-second-price-info-not-found',
    'travel.price-info',
    'Every second call of the travel price info answers 404, as from a node that was not updated.',
    404,
    (count) => count % 2 === 0,
  ),
  answers(
    'second-gap-price-not-found',
    'gap.price-request',
    'The motor gap price request of a draft answers 404 from the second time on.',
    404,
    (_, call) => draftOf(call).priceRequests.length > 0,
  ),
  ...eachOperation('PATH-01', [notAllowed, notImplemented], isDraftRead),
  ...eachOperation('PATH-01', [moved, notAllowed, notImplemented], (row) => !isDraftRead(row)),
  denialFault(
    'jobloss-update-unknown-after-lead',
    'PATH-01',
    'jobloss.draft-update',
    /lead-create /,
    404,
    'Jobloss Draft Update answers 404 once a lead was created for the draft.',
  ),
  {
    id: 'travel-contract-unknown-after-an-update-of-its-draft',
    breaks: { requirement: 'PATH-01', operation: 'travel.contract-get' },
    what: 'A travel contract answers 404 once its draft was updated.',
    // Only where drafts with a contract take updates.
    shownBy: ({ afterContract }) => afterContract === 'open',
    inject: (tables) => {
      const lost = new WeakSet<Contract>();
      beforeHandler(tables, 'travel.draft-update', (call) => {
        for (const contract of draftOf(call).contracts) lost.add(contract);
      });
      beforeHandler(tables, 'travel.contract-get', (call) => {
        if (lost.has(contractOf(call))) deny(404);
      });
    },
  },
  denialFault(
    'travel-price-unknown-after-price-info-and-car-deletion',
    'PATH-01',
    'travel.price-request',
    /price-info .*car-delete /,
    404,
    'The travel price request answers 404 once a car was deleted after the price info was requested.',
  ),
  // Contract documents that can be downloaded only once.
  ...(['jobloss', 'travel', 'landlord'] as const).map((line) =>
    onceDownloaded(line, line === 'travel' ? 405 : 404),
  ),
  {
    id: 'landlord-contract-lost-when-another-customer-updates',
    breaks: { requirement: 'PATH-01', operation: 'landlord.contract-get' },
    what: 'Landlord contracts disappear after another customer updates a draft.',
    area: 'sequences',
    inject: (tables) => {
      let updates = 0;
      const madeAt = new WeakMap<object, number>();
      const { store } = tables;
      const addContract = store.addContract.bind(store);
      store.addContract = (draft, contract) => {
        madeAt.set(contract, updates);
        addContract(draft, contract);
      };
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        if (clientOf(call).name === 'other') updates += 1;
      });
      beforeHandler(tables, 'landlord.contract-get', (call) => {
        if ((madeAt.get(contractOf(call)) ?? updates) < updates) deny(404);
      });
    },
  },
];
