import type { KnownOperation, OperationId } from '../../spec/operations.ts';
import { type Call, draftOf, type Route } from '../call.ts';
import type { Fault } from './fault.ts';
import { Refusal } from '../refusal.ts';
import { beforeHandler } from './stages.ts';

const rerouted = (
  id: string,
  operation: OperationId,
  what: string,
  change: (route: Route) => Route,
): Fault => ({
  id,
  breaks: { requirement: 'PATH-01', operation },
  what,
  sow: (tables) => {
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
  sow: (tables) => {
    beforeHandler(tables, operation, (call, count) => {
      if (when(count, call)) throw new Refusal('unknown', 'this is not served here', { status });
    });
  },
});

/** Operations that are not served where the tables list them. */
export const pathFaults: readonly Fault[] = [
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
    'Landlord accepts leads only under a path that ends in a slash.',
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
    'Every second call of the travel price info answers 404, as from a server that was not updated.',
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
];
