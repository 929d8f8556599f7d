import { clientOf, type Tables } from '../call.ts';
import { inside } from './stages.ts';
import { namedDraft } from './named.ts';
import type { Choices } from '../choices.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import type { Draft } from '../store.ts';
import { type Reply, withHeader } from '../reply.ts';
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

const isForbidden = ({ othersMay }: Choices): boolean => othersMay === 'nothing';

const discloses = (
  status: 401 | 403,
  ending: string,
  what: string,
  change: (reply: Reply, draft: Draft) => Reply,
): Kind => ({
  ending,
  what,
  shownBy: (choices) =>
    status === 401 || (isForbidden(choices) && choices.errors.foreign === status),
  sow: (tables, { id }) => {
    onRefusal(tables, id, status, change);
  },
});

/** Conceals another client's draft behind 404, in words of its own. */
const concealsBadly: Kind = {
  ending: 'concealed-with-its-name',
  what: 'hides the draft of another client, but names its policyholder',
  shownBy: isForbidden,
  sow: (tables, { id }) => {
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

/** Refusals that show a draft to callers who have no right to it. */
export const ownershipFaults: readonly Fault[] = eachOperation('AUTH-04', [
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
    'tells the e-mail address of the policyholder in a header of its 403',
    (reply, draft) =>
      withHeader(
        reply,
        'x-policyholder',
        String(inside(policyholderOf(draft), 'contact', 'email')),
      ),
  ),
]);
