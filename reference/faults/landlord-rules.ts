import { type Reply, withBody } from '../reply.ts';
import { type Fault, onResource, onSuccess, showsAllFieldsOn } from './injection/fault.ts';
import { allScopesOf } from './injection/row-fault.ts';
import { overlookedRuleFault, type RuleFault } from './injection/rule-fault.ts';

const ANSWERS = [
  'minimumSixMonthsTenancy',
  'noIncidentInSixMonths',
  'tenancyAgreementRegistered',
  'willCheckRentAndChargesBalance',
  'willMakeBackgroundCheck',
  'willSignTenancyAgreement',
] as const;

/** One fault for each mandatory answer that may be missing: on both writes together, or on each alone. */
const missing: readonly RuleFault[] = ANSWERS.flatMap((answer, index) =>
  allScopesOf(answer, ['landlord.draft-create', 'landlord.draft-update']).map((scope) =>
    overlookedRuleFault(
      `landlord-no-${answer}`,
      {
        requirement: `LANDLORD-ANSWER-0${index + 1}`,
        rule: 'landlord-answers',
        pointer: `/risk/${answer}`,
        takenFor: true,
      },
      { ...scope, what: `accepts a draft without ${answer}, up to the contract` },
    ),
  ),
);

const answers = (
  id: string,
  operation: 'landlord.draft-get' | 'landlord.draft-update',
  what: string,
  change: (reply: Reply) => Reply,
): Fault => ({
  id,
  breaks: { requirement: 'LANDLORD-DRAFT-01', operation },
  what,
  inject: (tables) => {
    onSuccess(tables, operation, change);
  },
});

/** A database key that is not the draft's id. */
const NUMBER = 'LL-4711';

const showsAnotherId = (
  operation: 'landlord.draft-create' | 'landlord.draft-get' | 'landlord.draft-update',
  name: string,
  more: Pick<Fault, 'home' | 'shownBy'> = {},
): Fault => ({
  id: `${operation.replace('.draft', '')}-shows-another-draft-id`,
  breaks: { requirement: 'LANDLORD-DRAFT-02', operation },
  confinedTo: operation,
  what: `${name} shows the number of the draft in its database as draftId.`,
  shownBy: showsAllFieldsOn(operation),
  inject: (tables) => {
    onResource(tables, operation, (body) => ({ ...body, draftId: NUMBER }));
  },
  ...more,
});

/** Mandatory answers that may be missing, and answers about a landlord draft that are not its resource. */
export const faults: readonly Fault[] = [
  ...missing,
  // Answers about a landlord draft that are not its resource, or have the id of no draft.
  answers(
    'landlord-draft-get-answers-a-list',
    'landlord.draft-get',
    'Landlord Draft Get answers the draft as the only item of a list.',
    (reply) => withBody(reply, (body) => [body]),
  ),
  answers(
    'landlord-update-answers-text',
    'landlord.draft-update',
    'Landlord Draft Update answers 200 with a word instead of the draft.',
    ({ status, headers }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/plain' },
      body: Buffer.from('saved'),
    }),
  ),
  answers(
    'landlord-update-answers-nothing',
    'landlord.draft-update',
    'Landlord Draft Update answers 200 without a body.',
    ({ status, headers }) => ({ status, headers }),
  ),
  showsAnotherId('landlord.draft-get', 'Landlord Draft Get'),
  showsAnotherId('landlord.draft-update', 'Landlord Draft Update'),
  // A creation that answers with the id of no draft; detectable if the real id is in another place.
  showsAnotherId('landlord.draft-create', 'Landlord Draft Create', {
    // It names the created object in a header, and its body is the draft.
    home: 'chance:37',
    shownBy: (choices) =>
      choices.ids.places.draft?.startsWith('/') !== true &&
      choices.ids.shape !== 'number' &&
      showsAllFieldsOn('landlord.draft-create')(choices),
  }),
];
