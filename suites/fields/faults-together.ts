import { type Leg, STAGES } from '../../oracles/refusals/checkpoint.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Run } from '../run.ts';
import { sideBySide } from '../side-by-side.ts';
import { type Chase, chase, type Pursuit } from './chase.ts';
import type { EmptyDraft } from './empty-draft.ts';

/** A faulty draft as it is announced, and the body that its fault was put into. */
export interface FaultyDraft {
  readonly pursuit: Pursuit;
  readonly valid: object;
}

/** What became of a faulty draft that was sent beside others of the same body. */
export interface Together {
  /** Left out: that says nothing of its fault, and it is sent again by itself. */
  readonly faulty?: Chase;
  /** Left out: it has to be asked yet. */
  readonly twin?: Chase;
  /** What was met on the way beside that. */
  readonly met?: readonly Judgement[];
}

type Told = Map<string, Together>;

/** The name under which drafts are kept whose faults were put into the same body. */
const nameOf = ({ pursuit: { line, via }, valid }: FaultyDraft): string =>
  JSON.stringify([line, via, valid]);

/** Lets a faulty draft be sent beside others of the same body. */
export const announceFaulty = (run: Run, draft: FaultyDraft): void => {
  const { faultyDrafts } = run.memory;
  const name = nameOf(draft);
  faultyDrafts.set(name, [...(faultyDrafts.get(name) ?? []), draft]);
};

const statusOf = ({ legs: [first] }: { readonly legs: readonly Leg[] }): number =>
  first?.status ?? 599;
const isAccepted = (chased: Chase): boolean => statusOf(chased) < 400;
const isRefused = (chased: Chase): boolean => !isAccepted(chased) && statusOf(chased) < 500;

/** A refusal whose draft has got another content since. */
const withoutDraft = ({ leftEmpty: _gone, ...faulty }: Chase): Chase => faulty;

/** Faulty drafts that were refused: that says something where the body without the fault is taken after them. */
type Refused = readonly (readonly [draft: FaultyDraft, faulty: Chase])[];

/** Sends the body without a fault behind all that were refused. If it is refused, too, each fault asks for a twin of its own. */
const askTwin = async (
  run: Run,
  refused: Refused,
  told: Told,
  onto?: EmptyDraft,
): Promise<boolean> => {
  const [first] = refused;
  if (!first) return true;
  const [{ pursuit, valid }] = first;
  const legal = { ...pursuit, body: valid, until: 'write', intent: 'open' } as const;
  const twin = await chase(run, onto ? { ...legal, onto } : legal);
  const isTaken = isAccepted(twin);
  refused.forEach(
    (
      [
        {
          pursuit: { test },
        },
        faulty,
      ],
      at,
    ) => {
      // What its answers show is told once.
      const { judgements } = at === 0 ? twin : { judgements: [] };
      told.set(
        test,
        isTaken ? { faulty, twin: { ...twin, judgements } } : { faulty, met: judgements },
      );
    },
  );
  return isTaken;
};

/** Sends creations side by side, and their twin behind them: it shows whether the service still takes drafts by then. */
const createAll = async (run: Run, drafts: readonly FaultyDraft[]): Promise<Told> => {
  const chased = await sideBySide(drafts, async (draft) => [
    [draft, await chase(run, draft.pursuit)] as const,
  ]);
  const told: Told = new Map(chased.map(([{ pursuit }, faulty]) => [pursuit.test, { faulty }]));
  await askTwin(
    run,
    chased.filter(([, faulty]) => isRefused(faulty)),
    told,
  );
  return told;
};

/** What may be taken at first, and refused in a later step, has the draft for itself: it comes before what is refused. */
const lateOnesFirst = (drafts: readonly FaultyDraft[]): readonly FaultyDraft[] => {
  const lateness = ({ pursuit: { until } }: FaultyDraft): number => STAGES.indexOf(until);
  return drafts.toSorted((a, b) => lateness(b) - lateness(a));
};

/** Forgets refusals that say nothing: their drafts are sent again, each by itself. What was met on the way is kept. */
const dropAll = (dropped: Refused, told: Told): void => {
  for (const [{ pursuit }, { judgements }] of dropped) {
    const { met = [] } = told.get(pursuit.test) ?? {};
    told.set(pursuit.test, { met: [...judgements, ...met] });
  }
};

/** Updates of one empty draft, one after the other, and at last their twin: a refused one leaves the draft empty. */
const updateAll = async (run: Run, drafts: readonly FaultyDraft[]): Promise<Told> => {
  const told: Told = new Map();
  let refused: (readonly [FaultyDraft, Chase])[] = [];
  let empty: EmptyDraft | undefined;
  for (const draft of lateOnesFirst(drafts)) {
    const { pursuit } = draft;
    const faulty = await chase(run, empty ? { ...pursuit, onto: empty } : pursuit);
    if (faulty.leftEmpty) refused.push([draft, faulty]);
    else if (empty === undefined) told.set(pursuit.test, { faulty });
    else {
      // That one was taken shows that those before it were not refused for the draft's sake.
      if (isAccepted(faulty))
        for (const [
          {
            pursuit: { test },
          },
          each,
        ] of refused)
          told.set(test, { faulty: withoutDraft(each) });
      else dropAll(refused, told);
      dropAll([[draft, faulty]], told);
      refused = [];
    }
    empty = faulty.leftEmpty;
  }
  // A draft that takes nothing more after a refusal is no fault.
  if (!(await askTwin(run, refused, told, empty))) dropAll(refused, told);
  return told;
};

/**
 * Sends the announced drafts of a body, and their twin behind them, once, whoever asks first. Undefined for one that was not
 * announced.
 */
export const sentTogether = async (run: Run, draft: FaultyDraft): Promise<Together | undefined> => {
  const { faultyDrafts, sentTogether: begun } = run.memory;
  const name = nameOf(draft);
  const drafts = faultyDrafts.get(name) ?? [];
  const sendAll = draft.pursuit.via === 'create' ? createAll : updateAll;
  const sent = begun.get(name) ?? sendAll(run, drafts);
  begun.set(name, sent);
  return (await sent).get(draft.pursuit.test);
};
