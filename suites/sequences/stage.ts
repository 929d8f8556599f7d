import type { IdentityName } from '../../client/target/target-auth.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Visit } from '../journey/route.ts';
import { lazily, withValues } from '../journey/lazily.ts';
import type { JourneyState } from '../journey/state.ts';
import { stateWith } from '../journey/walk.ts';
import type { Run } from '../run.ts';
import { type DraftData, sequenceData } from './data.ts';
import { type ItemKind, itemKindOf, itemName, type SequenceCommand } from './command.ts';
import { emptyModel, MOST, type SequenceModel } from './model.ts';

/** A command that was played, and the exchange that it made. */
export interface Played {
  readonly command: SequenceCommand;
  readonly operation: OperationId;
  readonly exchange: number;
  readonly isAccepted: boolean;
}

/** What one playing of a sequence has made and learnt so far: its drafts at the service, and the model of them. */
export interface Stage {
  readonly line: Line;
  readonly test: string;
  readonly data: readonly DraftData[];
  /** Journeys by the label of their draft. */
  readonly journeys: Map<number, JourneyState>;
  /** Ids of items, by draft and `itemName`. */
  readonly itemIds: Map<string, string>;
  readonly played: Played[];
  /** Drafts of which nothing is known any more; what is to be done with them is left out. */
  readonly lost: Set<number>;
  model: SequenceModel;
}

/** A stage on which nothing was played yet; `seed` is that of the data. */
export const emptyStage = (run: Run, line: Line, test: string, seed: number): Stage => ({
  line,
  test,
  data: sequenceData(run, line, seed),
  journeys: new Map(),
  itemIds: new Map(),
  played: [],
  lost: new Set(),
  model: emptyModel(line),
});

/** The drafts that belong to another identity: the last one, where the target declares who that is. */
export const othersDrafts = (run: Run): readonly number[] =>
  run.target.identities.other ? [MOST.drafts - 1] : [];

/** Who plays a command. */
export const identityOf = (run: Run, { draft }: SequenceCommand): IdentityName =>
  othersDrafts(run).includes(draft) ? 'other' : 'owner';

const PARAMETERS = { car: 'carId', person: 'personId', metadata: 'keyId' } as const;
const itemKey = (draft: number, kind: ItemKind, item: number): string =>
  `${draft} ${itemName(kind, item)}`;

const journeyOf = (stage: Stage, { draft }: SequenceCommand): JourneyState => {
  const known = stage.journeys.get(draft);
  if (known) return known;
  const data = stage.data[draft];
  if (!data) throw new Error(`there are no data for draft ${draft} of a sequence`);
  const fresh = stateWith(stage.line, stage.test, data.journey);
  stage.journeys.set(draft, fresh);
  return fresh;
};

/** The journey as it is without the item: what is known of an item is known of it alone. */
const onItem = (
  stage: Stage,
  command: SequenceCommand,
  kind: ItemKind,
  journey: JourneyState,
): JourneyState => {
  const { draft, item = 0, version = 0 } = command;
  const drawn = stage.data[draft]?.items[item];
  const id = stage.itemIds.get(itemKey(draft, kind, item));
  const even = version % 2 === 0;
  const items = withValues(journey.data, drawn ?? {});
  const changedBack = lazily({
    changedCar: () => items.car,
    changedPerson: () => items.person,
    changedMetadata: () => items.metadata,
  });
  const data = even ? withValues(items, changedBack) : items;
  const own = id === undefined ? {} : { id };
  const { carId: _car, personId: _person, keyId: _key, ...others } = journey.parameters;
  return {
    ...journey,
    data,
    parameters: { ...others, ...(id === undefined ? {} : { [PARAMETERS[kind]]: id }) },
    known: { ...journey.known, car: own, person: own, metadata: own },
  };
};

/** A copy that learns for itself: what an answer to an open question brings is not to be relied on. */
const aside = ({ written: _written, ...journey }: JourneyState): JourneyState => ({
  ...journey,
  parameters: { ...journey.parameters },
});

/** Amount and token of a contract that nothing was asked for: it is only observed what becomes of it. */
const INVENTED = { price: { amount: 10_000, currency: 'EUR' }, token: 'no-token' } as const;

/** The visit that a command is, and the journey as it is seen from there. */
export const sceneOf = (
  stage: Stage,
  command: SequenceCommand,
  isLegal: boolean,
): { readonly visit: Visit; readonly journey: JourneyState } => {
  const own = journeyOf(stage, command);
  const kind = itemKindOf(command.step);
  const visit: Visit = {
    step: command.step,
    ...(command.version === undefined ? {} : { revised: true }),
  };
  if (kind) return { visit, journey: onItem(stage, command, kind, own) };
  if (!isLegal) {
    const open = aside(own);
    const { price } = open.known;
    if (command.step === 'contract-create')
      open.known = { ...INVENTED, ...open.known, price: { ...INVENTED.price, ...price } };
    return { visit, journey: open };
  }
  if (command.step !== 'draft-update') return { visit, journey: own };
  const versions = stage.data[command.draft]?.versions ?? [];
  const revised = versions[((command.version ?? 1) - 1) % Math.max(versions.length, 1)];
  return { visit, journey: Object.assign(own, { data: withValues(own.data, { revised }) }) };
};

/** Keeps the id of a new item; returns the command that was told the same id before, on the same draft. */
export const keepItemId = (
  stage: Stage,
  { step, draft, item = 0 }: SequenceCommand,
  { parameters }: JourneyState,
): string | undefined => {
  const kind = itemKindOf(step);
  const id = kind && parameters[PARAMETERS[kind]];
  if (!kind || id === undefined) return undefined;
  const beginning = `${draft} ${kind} `;
  const twin = [...stage.itemIds].find(([key, known]) => key.startsWith(beginning) && known === id);
  stage.itemIds.set(itemKey(draft, kind, item), id);
  return twin?.[0];
};
