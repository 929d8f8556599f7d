import { subSeed } from '../../generators/sample.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { withValues } from '../journey/data.ts';
import type { JourneyData, JourneyState, Parameter } from '../journey/state.ts';
import { isMissing, untilThere } from '../journey/until-there.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { sendNoted } from '../engine/sightings.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../engine/run.ts';
import { call, isServed, createDraft } from './draft.ts';
import { judgeSameId, judgeNothingToSee } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { unreached } from '../journey/unreached.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';

/** What a travel draft has several of, with the path parameter of each. */
export const ITEM_PARAMETERS = {
  car: 'carId',
  person: 'personId',
  metadata: 'keyId',
} as const satisfies Readonly<Record<string, Parameter>>;

/** A kind of item of a travel draft. */
export type ItemKind = keyof typeof ITEM_PARAMETERS;

/** All of them. */
export const ITEM_KINDS = Object.keys(ITEM_PARAMETERS) as readonly ItemKind[];

/** The operation that does this to items of a kind. */
export const itemOperation = (kind: ItemKind, verb: 'post' | 'put' | 'delete'): OperationId =>
  `travel.${kind}-${verb}`;

/** One car, person or key of a draft: the draft's state, seen with the item's own data and id. */
export interface Item {
  readonly kind: ItemKind;
  readonly state: JourneyState;
  readonly posted: Exchange | undefined;
  /** Undefined where it was refused or its id was not found. */
  readonly id: string | undefined;
}

const viewOf = (
  run: Run,
  draft: JourneyState,
  name: string,
  seed: number,
  given: Partial<JourneyData>,
): JourneyState => {
  const fresh = initialState({ ...draft, seed: subSeed(seed, 'item', name) }, draft.line);
  const { draftId } = draft.parameters;
  return {
    ...fresh,
    parameters: draftId === undefined ? {} : { draftId },
    data: withValues(fresh.data, { draft: draft.data.draft, ...given }),
    known: { ...fresh.known, draft: draft.known.draft },
    exchanges: draft.exchanges,
    judgements: draft.judgements,
  };
};

/** Adds an item to a draft, with data of its own or those given; `name` tells it from the others. */
export const postItem = async (
  run: Run,
  kind: ItemKind,
  draft: JourneyState,
  name: string,
  seed: number,
  given: Partial<JourneyData> = {},
): Promise<Item> => {
  const state = viewOf(run, draft, name, seed, given);
  const post = itemOperation(kind, 'post');
  // Nobody states how many items a draft may have: a further one may be refused.
  const isFurther = draft.exchanges.some(({ operation: on }) => on === post);
  const posted = await call(run, { step: `${kind}-post` }, state, isFurther ? 'open' : 'legal');
  return { kind, state, posted, id: state.parameters[ITEM_PARAMETERS[kind]] };
};

/** Changes an item. */
export const putItem = (run: Run, { kind, state }: Item): Promise<Exchange | undefined> =>
  call(run, { step: `${kind}-put`, revised: true }, state);

/** Deletes an item; again while it is not there and the read-back delay lasts, where `patient`. */
export const deleteItem = async (
  run: Run,
  { kind, state }: Item,
  patient?: 'patient',
): Promise<Exchange | undefined> => {
  const legal = legalCall(run, { step: `${kind}-delete` }, state);
  if (isObstacle(legal)) return undefined;
  const send = () => makeCall(run, { ...legal, intent: patient ? 'open' : 'legal' }, state);
  return patient ? untilThere(run, send, isMissing) : send();
};

/** Deletes an item once more; where `patient` again while that succeeds and the read-back delay lasts. */
export const deleteAgain = async (
  run: Run,
  { kind, state }: Item,
  patient: boolean,
): Promise<Exchange | undefined> => {
  const legal = legalCall(run, { step: `${kind}-delete` }, state);
  if (isObstacle(legal)) return undefined;
  const send = () => makeCall(run, { ...legal, intent: 'open' }, state);
  return patient ? untilThere(run, send, isServed) : send();
};

/** Calls an operation on an item under another id than its own, or through another draft. */
export const callElsewhere = async (
  run: Run,
  { kind, state }: Item,
  verb: 'put' | 'delete',
  elsewhere: { readonly id?: string; readonly draftId?: string },
): Promise<Exchange | undefined> => {
  const legal = legalCall(run, { step: `${kind}-${verb}`, revised: true }, state);
  if (isObstacle(legal)) return undefined;
  const params = {
    ...legal.params,
    ...(elsewhere.id === undefined ? {} : { [ITEM_PARAMETERS[kind]]: elsewhere.id }),
    ...(elsewhere.draftId === undefined ? {} : { draftId: elsewhere.draftId }),
  };
  return sendNoted(run, { ...legal, params, intent: 'faulty' });
};

/** An id of this kind that nobody handed out, made from the item's. */
export const neverHandedOut = ({ id }: Item): string => alteredId(id ?? '', 1);

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
  const { state: draft } = await createDraft({ run, test, seed }, 'travel');
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
