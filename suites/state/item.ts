import { subSeed } from '../../generators/sample.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { withValues } from '../journey/lazily.ts';
import type { JourneyData, JourneyState, Parameter } from '../journey/state.ts';
import { isMissing, untilThere } from '../journey/until-there.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { sendNoted } from '../met-sightings.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../run.ts';
import { call, isServed } from './draft.ts';

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
  const fresh = initialState(run, draft.line, draft.test, subSeed(seed, 'item', name));
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
