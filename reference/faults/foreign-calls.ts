import { clientOf } from '../call.ts';
import type { AccessChoices } from '../choices/access.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { Draft } from '../store.ts';
import type { Fault } from './fault.ts';
import { namedContract, namedDraft } from './named.ts';
import { answerWith } from './stages.ts';

type ForeignRequirement = 'AUTH-05' | 'AUTH-06';

/** Whether it is a fault at all to let another client do this: where it may not (D10). */
const isForbidden = (on: OperationId, { othersMay }: AccessChoices): boolean =>
  othersMay === 'nothing' || (othersMay === 'read' && operation(on).method !== 'GET');

/** Another client may do one thing with what the owner made; `isLet` says with which of the drafts. */
const letsOthers = (
  id: string,
  requirement: ForeignRequirement,
  on: OperationId,
  what: string,
  isLet: (draft: Draft) => boolean = () => true,
): Fault => ({
  id,
  breaks: { requirement, operation: on },
  confinedTo: on,
  what,
  shownBy: (choices) => isForbidden(on, choices),
  sow: (tables) => {
    const { lookUp } = tables;
    tables.lookUp = (call) => {
      const client = clientOf(call);
      const draft = namedDraft(call);
      const owner = draft ? isLet(draft) && draft.owner : namedContract(call)?.owner;
      if (call.operation.id === on && owner) call.client = { name: owner, hasRights: true };
      lookUp(call);
      call.client = client;
    };
  },
});

/** One fault for every operation on a draft or a contract. */
const everyOperation = (requirement: ForeignRequirement): readonly Fault[] =>
  (CATALOGUE.get(requirement)?.operations ?? []).map((on) => {
    const { line, name } = operation(on);
    const what = `${LINE_TITLES[line]} ${name} serves a client other than the owner.`;
    return letsOthers(`${on.replace('.', '-')}-by-another-client`, requirement, on, what);
  });

/** Another client is refused with a server error, where 403 is listed for it (S9). */
const breaksDown = (on: OperationId): Fault => ({
  id: `${on.replace('.', '-')}-breaks-down-for-another-client`,
  breaks: { requirement: 'AUTH-06', operation: on },
  confinedTo: on,
  what: `${LINE_TITLES[operation(on).line]} ${operation(on).name} answers 500 to another client than the owner.`,
  shownBy: (choices) => isForbidden(on, choices),
  sow: (tables) => {
    answerWith(tables, on, ['foreign'], 500);
  },
});

/** Operations that another client may call on what is not its own. */
export const foreignCallFaults: readonly Fault[] = [
  ...everyOperation('AUTH-05'),
  ...everyOperation('AUTH-06'),
  letsOthers(
    'gap-draft-read-by-another-client-once-priced',
    'AUTH-05',
    'gap.draft-get',
    'Motor gap Draft Get serves drafts of other clients once they were priced.',
    ({ priceRequests }) => priceRequests.length > 0,
  ),
  breaksDown('travel.draft-update'),
];
