import { CATALOGUE } from '../../../spec/catalogue.ts';
import { LINE_TITLES } from '../../../spec/line.ts';
import { operation, type OperationId } from '../../../spec/operations.ts';
import type { TravelDraft } from '../../../spec/schemas/travel-draft.ts';
import { clientOf, type Tables } from '../../call.ts';
import type { Choices } from '../../choices.ts';
import type { AccessChoices } from '../../choices/access.ts';
import type { Client } from '../../clients.ts';
import { Refusal } from '../../refusal.ts';
import { type Reply, withHeader } from '../../reply.ts';
import type { Contract, Draft } from '../../store.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import {
  answerWith,
  beforeHandler,
  valueInside,
  namedContract,
  namedDraft,
} from '../injection/stages.ts';

const policyholderOf = ({ body }: Draft): unknown => valueInside(body, 'policyholder');

type Policyholder = NonNullable<TravelDraft['policyholder']>;

const nameOf = (draft: Draft): string => {
  const { person, company } = (policyholderOf(draft) ?? {}) as Policyholder;
  return person?.lastName ?? company?.name ?? 'somebody';
};

/** Changes the refusals with this status on one operation, if the draft exists. */
const onRefusal = (
  tables: Tables,
  operation: OperationId,
  status: number,
  change: (reply: Reply, draft: Draft) => Reply,
): void => {
  tables.finish.push((call, reply) => {
    if (call.operation.id !== operation || reply.status !== status) return reply;
    const draft = namedDraft(call);
    return draft ? change(reply, draft) : reply;
  });
};

const isClosed = ({ othersMay }: Choices): boolean => othersMay === 'nothing';

const discloses = (
  status: 401 | 403,
  ending: string,
  what: string,
  change: (reply: Reply, draft: Draft) => Reply,
): Kind => ({
  ending,
  what,
  shownBy: (choices) => status === 401 || (isClosed(choices) && choices.errors.foreign === status),
  inject: (tables, { id }) => {
    onRefusal(tables, id, status, change);
  },
});

/** Conceals another client's draft behind 404, with a message that names its policyholder. */
const concealsBadly: Kind = {
  ending: 'concealed-with-its-name',
  what: 'conceals the draft of another client behind 404, but names its policyholder',
  shownBy: isClosed,
  inject: (tables, { id }) => {
    const { lookUp } = tables;
    tables.lookUp = (call) => {
      const draft = namedDraft(call);
      const isForeign = draft !== undefined && draft.owner !== clientOf(call).name;
      if (call.operation.id === id && isForeign) {
        throw new Refusal('unknown', 'there is nothing with this id', { status: 404 });
      }
      lookUp(call);
    };
    onRefusal(tables, id, 404, (reply, draft) => ({
      ...reply,
      body: { message: `the draft of ${nameOf(draft)} was not found` },
    }));
  },
};

/** Refusals that disclose a draft to callers without access to it. */
const disclosures: readonly Fault[] = eachOperation('AUTH-04', [
  discloses(401, 'shown-beside-401', 'shows the whole draft in its 401', (reply, { body }) => ({
    ...reply,
    body: { error: 'no valid credential', data: body },
  })),
  discloses(
    403,
    'forbidden-with-policyholder',
    'shows the policyholder of the draft in its 403',
    (reply, draft) => ({ ...reply, body: { policyholder: policyholderOf(draft) } }),
  ),
  concealsBadly,
  discloses(
    403,
    'forbidden-with-address-in-a-header',
    'discloses the e-mail address of the policyholder in a header of its 403',
    (reply, draft) =>
      withHeader(
        reply,
        'x-policyholder',
        String(valueInside(policyholderOf(draft), 'contact', 'email')),
      ),
  ),
]);

type ForeignRequirement = 'AUTH-05' | 'AUTH-06';

/** True if access by another client is a fault at all: only if it is forbidden (D10). */
const isForbidden = (on: OperationId, { othersMay }: AccessChoices): boolean =>
  othersMay === 'nothing' || (othersMay === 'read' && operation(on).method !== 'GET');

/** Serves other clients than the owner on one operation; `isLet` selects the drafts or contracts, and the clients. */
const serveOthers = (
  tables: Tables,
  on: OperationId,
  isLet: (named: Draft | Contract, client: Client) => boolean,
): void => {
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    const client = clientOf(call);
    const named = namedDraft(call) ?? namedContract(call);
    const owner = named && isLet(named, client) && named.owner;
    if (call.operation.id === on && owner) call.client = { name: owner, hasRights: true };
    lookUp(call);
    call.client = client;
  };
};

/** Another client may do one thing with the owner's objects; `isLet` selects the drafts. */
const acceptsOthers = (
  id: string,
  requirement: ForeignRequirement,
  on: OperationId,
  what: string,
  isLet: (named: Draft | Contract) => boolean = () => true,
): Fault => ({
  id,
  breaks: { requirement, operation: on },
  confinedTo: on,
  what,
  shownBy: (choices) => isForbidden(on, choices),
  inject: (tables) => {
    serveOthers(tables, on, isLet);
  },
});

/** One fault for every operation on a draft or a contract. */
const everyOperation = (requirement: ForeignRequirement): readonly Fault[] =>
  (CATALOGUE.get(requirement)?.operations ?? []).map((on) => {
    const { line, name } = operation(on);
    const what = `${LINE_TITLES[line]} ${name} serves a client other than the owner.`;
    return acceptsOthers(`${on.replace('.', '-')}-by-another-client`, requirement, on, what);
  });

/** Another client is refused with a server error on an operation that lists 403 for it (S9). */
const breaksDown = (on: OperationId): Fault => ({
  id: `${on.replace('.', '-')}-breaks-down-for-another-client`,
  breaks: { requirement: 'AUTH-06', operation: on },
  confinedTo: on,
  what: `${LINE_TITLES[operation(on).line]} ${operation(on).name} answers 500 to a client other than the owner.`,
  shownBy: (choices) => isForbidden(on, choices),
  inject: (tables) => {
    answerWith(tables, on, ['foreign'], 500);
  },
});

/** Drafts and contracts that are shown to others than their owner, or that others may use. */
export const faults: readonly Fault[] = [
  ...disclosures,
  ...everyOperation('AUTH-05'),
  ...everyOperation('AUTH-06'),
  acceptsOthers(
    'gap-draft-read-by-another-client-once-priced',
    'AUTH-05',
    'gap.draft-get',
    'Motor gap Draft Get serves drafts of other clients once they were priced.',
    (named) => 'priceRequests' in named && named.priceRequests.length > 0,
  ),
  acceptsOthers(
    'jobloss-draft-read-by-another-client-once-contracted',
    'AUTH-05',
    'jobloss.draft-get',
    'Jobloss Draft Get serves drafts of other clients that have become a contract.',
    (named) => 'contracts' in named && named.contracts.length > 0,
  ),
  {
    id: 'jobloss-document-downloaded-by-another-customer',
    breaks: { requirement: 'AUTH-05', operation: 'jobloss.contract-download' },
    what: 'Jobloss Download serves every client that has a jobloss contract.',
    shownBy: (choices) => isForbidden('jobloss.contract-download', choices),
    inject: (tables) => {
      const customers = new Set<string>();
      beforeHandler(tables, 'jobloss.contract-create', (call) =>
        customers.add(clientOf(call).name),
      );
      serveOthers(tables, 'jobloss.contract-download', (_, { name }) => customers.has(name));
    },
  },
  {
    id: 'gap-draft-read-by-another-customer-of-motor-gap',
    breaks: { requirement: 'AUTH-05', operation: 'gap.draft-get' },
    what: 'Motor gap Draft Get serves every client that has created a motor gap draft.',
    shownBy: (choices) => isForbidden('gap.draft-get', choices),
    inject: (tables) => {
      const customers = new Set<string>();
      beforeHandler(tables, 'gap.draft-create', (call) => customers.add(clientOf(call).name));
      serveOthers(tables, 'gap.draft-get', (_, { name }) => customers.has(name));
    },
  },
  breaksDown('travel.draft-update'),
];
