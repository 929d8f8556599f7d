import { type Call, clientOf } from '../call.ts';
import { inside } from './stages.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import type { Draft } from '../store.ts';
import { type Reply, withHeader } from '../reply.ts';
import type { Tables } from '../tables.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

/** The draft that a request names, whoever asks. */
const namedDraft = ({ operation, params, tables }: Call): Draft | undefined =>
  tables.store.draft(operation.line, params['draftId'] ?? '');

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
  shownBy: ({ errors }) => status === 401 || errors.foreign === status,
  sow: (tables) => {
    onRefusal(tables, operation, status, change);
  },
});

const readByOthers = (
  id: string,
  operation: OperationId,
  what: string,
  isShared: (draft: Draft) => boolean = () => true,
): Fault => ({
  id,
  breaks: { requirement: 'AUTH-05', operation },
  what,
  shownBy: ({ errors }) => errors.foreign !== 'shared',
  sow: (tables) => {
    const { lookUp } = tables;
    tables.lookUp = (call) => {
      const draft = namedDraft(call);
      const client = clientOf(call);
      const isLet = call.operation.id === operation && draft !== undefined && isShared(draft);
      if (isLet) call.client = { name: draft.owner, hasRights: true };
      lookUp(call);
      call.client = client;
    };
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

/** Drafts that are shown to callers who have no right to them. */
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
    sow: (tables) => {
      concealsBadly(tables, 'gap.price-request');
    },
  },
  readByOthers(
    'jobloss-draft-read-by-another-client',
    'jobloss.draft-get',
    'Jobloss Draft Get serves drafts of other clients.',
  ),
  readByOthers(
    'landlord-draft-read-by-another-client',
    'landlord.draft-get',
    'Landlord Draft Get serves drafts of other clients.',
  ),
  readByOthers(
    'gap-draft-read-by-another-client-once-priced',
    'gap.draft-get',
    'Motor gap Draft Get serves drafts of other clients once they were priced.',
    ({ priceRequests }) => priceRequests.length > 0,
  ),
];
