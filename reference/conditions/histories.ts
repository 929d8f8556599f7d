import type { Condition } from './condition.ts';

/** One condition per number. */
const each = (
  numbers: readonly number[],
  condition: (number: number) => Condition,
): readonly Condition[] => numbers.map(condition);

const fromWrite = (number: number): Condition => ({
  id: `from-write-${number}`,
  what: `from write ${number} to a draft on, accepted or not`,
  holds: ({ object }) => object.writes + 1 >= number,
});

const everyDraft = (number: number): Condition => ({
  id: `on-one-draft-in-${number}`,
  what: `on one in ${number} drafts of a line`,
  holds: ({ ordinal }) => ordinal % number === 0,
});

const fromCall = (number: number): Condition => ({
  id: `from-call-${number}`,
  what: `from call ${number} of an operation on`,
  holds: ({ operation }) => operation.calls + 1 >= number,
});

const oneCallIn = (number: number): Condition => ({
  id: `one-call-in-${number}`,
  what: `in one in ${number} calls of an operation`,
  holds: ({ operation }) => (operation.calls + 1) % number === 0,
});

const afterRefusals = (number: number): Condition => ({
  id: `after-${number === 1 ? 'a-refusal' : `${number}-refusals`}`,
  what: `once ${number === 1 ? 'a call' : `${number} calls`} on the draft, or on the line without one, ${number === 1 ? 'was' : 'were'} refused`,
  holds: ({ object }) => object.refusals >= number,
});

/** Conditions on earlier calls: with the draft, by the operation, over the connection, at the same time. */
export const histories: readonly Condition[] = [
  ...each([2, 3, 4, 6], fromWrite),
  ...each([2, 3, 5], everyDraft),
  ...each([5, 20], fromCall),
  ...each([1, 2, 3], afterRefusals),
  {
    id: 'after-a-contract',
    what: 'once there is a contract of the draft, or, if the path names no draft, of any draft of the line',
    holds: ({ draft, line }) => (draft?.contracts.length ?? line.contracts) > 0,
  },
  {
    id: 'after-a-deletion',
    what: 'once an item of the draft was deleted, or, if the path names no draft, of any draft of the line',
    holds: ({ draft, line }) => (draft?.deleted.size ?? line.deletions) > 0,
    canMeet: ({ operation }) => operation.line === 'travel',
  },
  {
    id: 'on-the-second-connection',
    what: 'on the second connection that is opened to an address',
    holds: ({ connection }) => connection === 2,
    notDrawn: 'a client does not choose the connection, of which a run opens many',
  },
  {
    id: 'on-every-second-connection',
    what: 'on every second connection that is opened to an address, as by one of two nodes behind it',
    holds: ({ connection }) => connection % 2 === 0,
  },
  {
    id: 'beside-another-call',
    what: 'while another call of the operation is in flight',
    holds: ({ isBeside }) => isBeside('operation'),
  },
  {
    id: 'beside-another-call-on-the-draft',
    what: 'while another call on the draft is in flight',
    holds: ({ isBeside }) => isBeside('draft'),
  },
  ...each([3, 10, 25], oneCallIn),
  {
    id: 'once',
    what: 'only until the fault has shown once',
    holds: ({ shown }) => shown === 0,
    notDrawn: 'a fail takes two sightings (rule section 0): it is left inconclusive at most',
  },
];
