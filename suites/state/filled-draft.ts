import { judgeSameId, judgeNothingToSee } from '../../oracles/state/nothing-to-see.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import { createDraft } from './draft.ts';
import { type Item, type ItemKind, itemOperation, postItem } from './item.ts';
import { unreached } from './unreached.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import type { Run } from '../run.ts';

/** A travel draft with several items of one kind, or why there is none. */
export type Filled = { readonly items: readonly Item[] } | { readonly without: Judgement };

const WANTED = 'two items on one draft';
const SAME_ID = 'the id of an item that is there';

/** Items that are tried to be added; no limit is stated, but a service may have one. */
const MOST = 4;

/** Whether one more item was refused as if there were enough of them. */
const isEnough = (posted: Exchange | undefined): boolean => {
  const status = posted?.response?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && !isTransportStatus(status);
};

/** Two items under one id: a fault of unique ids (D11); with ids that need not be unique there is nothing to see. */
const coincident = (
  run: Run,
  requirement: RequirementId,
  on: OperationId,
  kind: ItemKind,
): Judgement =>
  kind === 'person'
    ? run.judge(judgeNothingToSee, requirement, on, WANTED, SAME_ID)
    : run.judge(
        judgeSameId,
        requirement,
        on,
        kind === 'car' ? 'UNIQUE-03' : 'UNIQUE-04',
        WANTED,
        [],
      );

/** Adds items of a kind to a fresh draft: as many as asked for, or as the service takes; where more than one, at least two. */
export const fill = async (
  run: Run,
  requirement: RequirementId,
  kind: ItemKind,
  test: string,
  seed: number,
  most: number = MOST,
): Promise<Filled> => {
  const on = itemOperation(kind, 'post');
  const { state: draft } = await createDraft(run, 'travel', test, seed);
  const stuck = (state: JourneyState, origin: OperationId, what: string) => ({
    without: unreached(run, requirement, on, state, origin, `the id of the ${what}`),
  });
  if (draft.parameters.draftId === undefined) return stuck(draft, 'travel.draft-create', 'draft');
  const items: Item[] = [];
  while (items.length < most) {
    const item = await postItem(run, kind, draft, String(items.length), seed);
    if (items.length > 0 && isEnough(item.posted)) break;
    if (item.id === undefined) return stuck(item.state, on, kind);
    if (items.some(({ id }) => id === item.id)) {
      return { without: coincident(run, requirement, on, kind) };
    }
    items.push(item);
  }
  if (items.length >= Math.min(most, 2)) return { items };
  const got = 'the service takes one on a draft';
  return { without: run.judge(judgeNothingToSee, requirement, on, WANTED, got) };
};
