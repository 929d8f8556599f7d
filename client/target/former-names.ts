import type { ResolvedTarget } from '../target.ts';

type Decisions = ResolvedTarget['decisions'];

/** What `othersMayRead` is called now. Who said that others may read said nothing of changes, so none is judged. */
const nowCalled = (othersMayRead: boolean): 'everything' | 'nothing' =>
  othersMayRead ? 'everything' : 'nothing';

const written = (othersMayRead: boolean): string =>
  othersMayRead ? 'read, or everything where they may change it too,' : 'nothing';

/** The decisions of a target by their names of today; what is said by a former name stands there, too. */
export const withoutFormerNames = (decisions: Decisions): Decisions => {
  const { othersMay, othersMayRead } = decisions;
  if (othersMay !== undefined || othersMayRead === undefined) return decisions;
  return { ...decisions, othersMay: nowCalled(othersMayRead) };
};

/** What a run says of keys that have another name now, each with what to write instead; nothing where there are none. */
export const formerNameLines = ({
  decisions: { othersMay, othersMayRead },
}: Pick<ResolvedTarget, 'decisions'>): readonly string[] =>
  othersMayRead === undefined
    ? []
    : [
        `decisions.othersMayRead has another name: write othersMay: ${othersMay ?? written(othersMayRead)} instead`,
      ];
