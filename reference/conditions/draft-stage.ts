import type { Condition, Counts, FaultCall } from './condition.ts';
import { onDraft } from './observable.ts';

/** Holds from a number of successful calls of one kind on. */
const after = (id: string, what: string, count: keyof Counts, number = 1): Condition => ({
  id: `after-${id}`,
  what: `once the draft was ${what}`,
  holds: ({ draft, object }) => draft !== undefined && object[count] >= number,
  canMeet: onDraft,
});

const fromCall = (number: number): Condition => ({
  id: `from-call-${number}-on-a-draft`,
  what: `from call ${number} on a draft on, its creation not counted`,
  holds: ({ draft, object }) => draft !== undefined && object.calls + 1 >= number,
  canMeet: onDraft,
});

const canHaveItems = (met: FaultCall): boolean => onDraft(met) && met.operation.line === 'travel';

/** True if the path names one of these items, but not the first. */
const isLater = (
  items: ReadonlyMap<string, unknown>,
  params: Readonly<Record<string, string | undefined>>,
): boolean => [...items.keys()].slice(1).some((id) => Object.values(params).includes(id));

/** Conditions on the history of a draft, its items and contracts, and the other drafts. */
export const draftStage: readonly Condition[] = [
  after('a-price', 'priced', 'prices'),
  after('2-prices', 'priced twice', 'prices', 2),
  after('a-lead', 'sent as a lead', 'leads'),
  after('the-terms', 'asked for its terms', 'terms'),
  after('a-read', 'read by its owner', 'reads'),
  after('a-stranger', 'refused to another caller, or to one without a credential', 'strangers'),
  {
    id: 'on-the-first-call-on-a-draft',
    what: 'in the first call on a draft after its creation',
    holds: ({ draft, object }) => draft !== undefined && object.calls === 0,
    canMeet: ({ operation, ...met }) =>
      onDraft({ operation, ...met }) &&
      !operation.step.startsWith('contract-') &&
      !(met.isReadLater && operation.step === 'draft-update'),
  },
  fromCall(3),
  fromCall(6),
  {
    id: 'with-an-item',
    what: 'while the draft has a car, a person or a metadata item',
    holds: ({ draft }) => Object.values(draft?.items ?? {}).some(({ size }) => size > 0),
    canMeet: canHaveItems,
  },
  {
    id: 'with-2-items-of-a-kind',
    what: 'while the draft has two cars, two persons or two metadata items',
    holds: ({ draft }) => Object.values(draft?.items ?? {}).some(({ size }) => size > 1),
    canMeet: canHaveItems,
  },
  {
    id: 'on-a-later-item',
    what: 'on a car, a person or a metadata item that is not the first of its kind on the draft',
    holds: ({ request: { params }, draft }) =>
      draft !== undefined && Object.values(draft.items).some((items) => isLater(items, params)),
    canMeet: (met) =>
      canHaveItems(met) &&
      met.area !== 'ids' &&
      /\{(carId|personId|keyId)\}/.test(met.operation.path),
  },
  {
    id: 'beside-another-draft',
    what: 'once there is another draft of the line',
    holds: ({ otherDrafts }) => otherDrafts > 0,
  },
  {
    id: 'after-another-line',
    what: 'once another line was called',
    holds: ({ otherLines }) => otherLines > 0,
    needsOtherLine: true,
  },
];
