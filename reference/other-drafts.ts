import type { Draft, Store } from './store.ts';
import type { Line } from '../spec/line.ts';

/** Content of a draft for comparison: values, and the identity of the objects that a change replaces. */
const contentOf = (draft: Draft): readonly unknown[] => [
  draft.updatedAt.getTime(),
  draft.writtenBy,
  draft.body,
  draft.persons,
  ...Object.values(draft.items).flatMap((items) => [...items.values(), items.size]),
  ...Object.values(draft.items).flatMap((items) => [...items.values()].map(({ body }) => body)),
  draft.deleted.size,
  ...draft.priceRequests.flatMap((each) => [each, each.invalidated]),
  ...draft.openTokens,
  draft.history.leads,
  draft.history.terms,
  draft.contracts.length,
];

const isAlike = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => Object.is(each, other[at]));

/** A call in flight, which may explain changes that another call observes. */
interface CallInFlight {
  /** Drafts that other calls named while this one was in flight. */
  readonly named: Set<Draft>;
  readonly own: Draft | undefined;
}

/**
 * Takes a snapshot of the drafts of a line; returns a test if one of them, outside `seen`, was
 * changed since by no other call.
 */
type ChangeWatch = (store: Store, line: Line) => (seen: readonly Draft[]) => boolean;

/** A call in flight, as it is observed from outside. */
export interface CallWatch {
  readonly end: () => void;
  readonly watch: ChangeWatch;
  readonly isInRace: () => boolean;
}

/** Finds drafts that a call changed although the correct service would not have read them. */
export class OtherDrafts {
  readonly #underWay = new Set<CallInFlight>();

  /**
   * Starts a call on the draft that its path names; `end` ends it, `watch` watches the drafts of
   * its line, and `isInRace` tells if another call on its draft was in flight so far.
   */
  begin(own: Draft | undefined): CallWatch {
    const call: CallInFlight = { named: new Set(), own };
    for (const other of this.#underWay) {
      if (own) other.named.add(own);
      if (other.own) call.named.add(other.own);
    }
    this.#underWay.add(call);
    return {
      end: () => {
        this.#underWay.delete(call);
      },
      isInRace: () => own !== undefined && call.named.has(own),
      watch: (store, line) => {
        const before = store.drafts(line).map((draft) => [draft, contentOf(draft)] as const);
        return (seen) => {
          const ids = new Set(seen.map(({ id }) => id));
          return before.some(
            ([draft, content]) =>
              !ids.has(draft.id) && !call.named.has(draft) && !isAlike(content, contentOf(draft)),
          );
        };
      },
    };
  }
}
