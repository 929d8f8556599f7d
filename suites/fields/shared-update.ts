import { STAGES } from '../../oracles/refusals/checkpoint.ts';
import type { Run } from '../run.ts';
import { type Chase, chase, type Pursuit } from './chase.ts';
import type { EmptyDraft } from './empty-draft.ts';

/** A faulty update as it is announced, and the body that its fault was put into. */
export interface FaultyUpdate {
  readonly pursuit: Pursuit;
  readonly valid: object;
}

/** What became of a faulty update, and of its twin; without one, it has to be asked yet. */
export interface Updated {
  readonly faulty: Chase;
  readonly twin?: Chase;
}

/** The name under which updates are kept whose faults were put into the same body. */
const nameOf = ({ pursuit: { line }, valid }: FaultyUpdate): string =>
  JSON.stringify([line, valid]);

/** Lets a faulty update be sent beside others of the same body. */
export const announceUpdate = (run: Run, update: FaultyUpdate): void => {
  const { faultyUpdates } = run.memory;
  const name = nameOf(update);
  faultyUpdates.set(name, [...(faultyUpdates.get(name) ?? []), update]);
};

const isAccepted = ({ legs: [first] }: Chase): boolean => (first?.status ?? 599) < 400;

/** A refusal whose draft has got another content since. */
const withoutDraft = ({ leftEmpty: _gone, ...faulty }: Chase): Chase => faulty;

/** Faulty updates that one draft refused: they say something where it takes another one after them. */
type Refused = readonly (readonly [test: string, faulty: Chase])[];

/** Their twin, on the draft that refused them; a draft that takes nothing more after a refusal is no fault, and says nothing. */
const beside = async (
  run: Run,
  twin: Pursuit,
  refused: Refused,
  onto: EmptyDraft,
): Promise<readonly (readonly [string, Updated])[]> => {
  const accepted = await chase(run, { ...twin, onto });
  if (!isAccepted(accepted)) return [];
  return refused.map(([test, faulty], at) => {
    // What its answers show beside the acceptance is told once.
    return [test, { faulty, twin: at === 0 ? accepted : { ...accepted, judgements: [] } }];
  });
};

/** What may be taken at first, and refused in a later step, has the draft for itself: it comes before what is refused. */
const lateOnesFirst = (updates: readonly FaultyUpdate[]): readonly FaultyUpdate[] => {
  const lateness = ({ pursuit: { until } }: FaultyUpdate): number => STAGES.indexOf(until);
  return updates.toSorted((a, b) => lateness(b) - lateness(a));
};

const sendAll = async (
  run: Run,
  updates: readonly FaultyUpdate[],
): Promise<ReadonlyMap<string, Updated>> => {
  const told = new Map<string, Updated>();
  let refused: (readonly [string, Chase])[] = [];
  let empty: EmptyDraft | undefined;
  for (const { pursuit } of lateOnesFirst(updates)) {
    const faulty = await chase(run, empty ? { ...pursuit, onto: empty } : pursuit);
    if (faulty.leftEmpty) refused.push([pursuit.test, faulty]);
    else if (empty === undefined) told.set(pursuit.test, { faulty });
    else {
      // It is sent again on a draft of its own; that it was taken shows that the others were not refused for the draft's sake.
      if (isAccepted(faulty))
        for (const [test, each] of refused) told.set(test, { faulty: withoutDraft(each) });
      refused = [];
    }
    empty = faulty.leftEmpty;
  }
  const [newest] = updates.filter(({ pursuit: { test } }) => test === refused[0]?.[0]);
  if (!newest || !empty) return told;
  const { pursuit, valid } = newest;
  const twin: Pursuit = { ...pursuit, body: valid, until: 'write', intent: 'open' };
  for (const [test, each] of await beside(run, twin, refused, empty)) told.set(test, each);
  return told;
};

/**
 * Sends the announced updates of a body to one empty draft, one after the other, and their twin to it at last, once, whoever
 * asks first: a refused one leaves the draft empty. Undefined for an update that has to be sent by itself.
 */
export const updatedTogether = async (
  run: Run,
  update: FaultyUpdate,
): Promise<Updated | undefined> => {
  const { faultyUpdates, updatedTogether: begun } = run.memory;
  const name = nameOf(update);
  const updates = faultyUpdates.get(name) ?? [];
  const sent = begun.get(name) ?? sendAll(run, updates);
  begun.set(name, sent);
  return (await sent).get(update.pursuit.test);
};
