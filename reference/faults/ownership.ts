import { clientOf } from '../call.ts';
import { inside } from './stages.ts';
import { namedDraft } from './named.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import type { Draft } from '../store.ts';
import { type Reply, withHeader } from '../reply.ts';
import type { Tables } from '../tables.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

const policyholderOf = ({ body }: Draft): unknown => inside(body, 'policyholder');

type Policyholder = NonNullable<TravelDraft['policyholder']>;

const nameOf = (draft: Draft): string => {
  const { person, company } = (policyholderOf(draft) ?? {}) as Policyholder;
  return person?.lastName ?? company?.name ?? 'somebody';
};

/** Changes the refusals with this status on one operation, where the draft is there. */
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

const discloses = (
  id: string,
  operation: OperationId,
  status: 401 | 403 | 404,
  what: string,
  change: (reply: Reply, draft: Draft) => Reply,
): Fault => ({
  id,
  breaks: { requirement: 'AUTH-04', operation },
  what,
  shownBy: ({ errors, othersMay }) =>
    status === 401 || (othersMay === 'nothing' && errors.foreign === status),
  sow: (tables) => {
    onRefusal(tables, operation, status, change);
  },
});

/** Conceals another client's draft behind 404, in words of its own. */
const concealsBadly = (tables: Tables, operation: OperationId): void => {
  const { lookUp } = tables;
  tables.lookUp = (call) => {
    const draft = namedDraft(call);
    const isForeign = draft !== undefined && draft.owner !== clientOf(call).name;
    if (call.operation.id === operation && isForeign) {
      throw new Refusal('unknown', 'there is nothing with this id', { status: 404 });
    }
    lookUp(call);
  };
  onRefusal(tables, operation, 404, (reply, draft) => ({
    ...reply,
    body: { message: `the draft of ${nameOf(draft)} was not found` },
  }));
};

/** Refusals that show a draft to callers who have no right to it. */
export const ownershipFaults: readonly Fault[] = [
  discloses(
    'jobloss-draft-shown-beside-401',
    'jobloss.draft-get',
    401,
    'Jobloss Draft Get shows the whole draft in its 401.',
    (reply, { body }) => ({ ...reply, body: { error: 'no valid credential', data: body } }),
  ),
  discloses(
    'travel-update-forbidden-with-policyholder',
    'travel.draft-update',
    403,
    'Travel Draft Update shows the policyholder of the draft in its 403.',
    (reply, draft) => ({ ...reply, body: { policyholder: policyholderOf(draft) } }),
  ),
  discloses(
    'landlord-terms-forbidden-with-address-in-a-header',
    'landlord.token-terms',
    403,
    'Landlord TokenTerms Get tells the e-mail address of the policyholder in a header of its 403.',
    (reply, draft) =>
      withHeader(
        reply,
        'x-policyholder',
        String(inside(policyholderOf(draft), 'contact', 'email')),
      ),
  ),
  {
    id: 'gap-price-concealed-with-its-name',
    breaks: { requirement: 'AUTH-04', operation: 'gap.price-request' },
    what: 'The motor gap price request conceals the draft of another client and names its policyholder.',
    shownBy: ({ othersMay }) => othersMay === 'nothing',
    sow: (tables) => {
      concealsBadly(tables, 'gap.price-request');
    },
  },
];
