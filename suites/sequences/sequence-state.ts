import type { IdentityName } from '../../client/target/target-auth.ts';
import { bodyContent } from '../engine/run-memory.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, OPERATIONS } from '../../spec/operations.ts';
import {
  type Visit,
  type JourneyState,
  type JourneyData,
  type Start,
  ITEM_PARAMETERS,
  type ItemKind,
} from '../journey/state.ts';
import { lazyObject, withValues, type ItemData, itemMakers, journeyData } from '../journey/data.ts';
import { stateWith } from '../journey/walk.ts';
import { PLAIN } from '../contexts/context.ts';
import { withoutRefusedSpelling } from '../contexts/refused-spelling.ts';
import type { Run } from '../engine/run.ts';
import {
  itemKindOf,
  itemName,
  type SequenceCommand,
  emptyModel,
  MAX_OBJECTS,
  type SequenceModel,
} from './model.ts';
import { type DraftOf, rewrittenDraft } from '../../generators/draft.ts';
import { samples, subSeed } from '../../generators/sample.ts';
import { memoized } from '../../spec/memoized.ts';
import { drawnSequences, type SequenceSource } from './drawn-sequences.ts';
import { isAllowed } from '../journey/make-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isServed, statusOf } from '../../oracles/answers/answer-form.ts';

/** Data of one draft of a sequence: of its creation, its updates, and its items by label. */
interface DraftData {
  readonly journey: JourneyData;
  /** Contents of its updates in rotation; consecutive ones differ. */
  readonly versions: readonly unknown[];
  readonly items: readonly ItemData[];
}

/** Number of contents of a draft's updates. */
const VERSIONS = 3;

const draftData = (run: Run, line: Line, seed: number): DraftData => {
  const journey = journeyData(run, line, seed);
  const revisions = (): readonly unknown[] => {
    const base = journey.draft as DraftOf<typeof line>;
    const contents = rewrittenDraft(line, base, run.generators);
    return samples(contents, subSeed(seed, 'versions'), VERSIONS);
  };
  const itemCount = line === 'travel' ? MAX_OBJECTS.items : 0;
  return lazyObject<DraftData>({
    journey: () => journey,
    versions: revisions,
    items: () =>
      Array.from({ length: itemCount }, (_, item) =>
        lazyObject(itemMakers(run, subSeed(seed, 'item', item))),
      ),
  });
};

/** A run of the sequences of one line; they and their data are drawn once. */
export interface LineRun extends Run {
  readonly source: SequenceSource;
  /** The sequences by number, from 0. */
  readonly sequence: (index: number) => readonly SequenceCommand[];
  /** Data of every draft that a sequence may create, by seed, since sequences differ in their commands. */
  readonly dataOf: (seed: number) => readonly DraftData[];
}

/** Opens the sequences of a line; everything is drawn on demand. */
export const lineRun = (run: Run, line: Line): LineRun => {
  const own = OPERATIONS.filter((row) => row.line === line && isAllowed(run, row.id));
  const seed = subSeed(run.plan.seed, 'sequence', line);
  const source = { line, steps: own.map(({ step }) => step), seed };
  const dataOf = memoized((drawn: number) =>
    Array.from({ length: MAX_OBJECTS.drafts }, (_, at) =>
      draftData(run, line, subSeed(drawn, 'draft', at)),
    ),
  );
  return { ...run, source, sequence: drawnSequences(source), dataOf };
};

/** True if a command was answered with a success, or with the one contract (K2). */
export const isCommandAccepted = (exchange: Exchange): boolean =>
  isServed(exchange) || statusOf(exchange) === 303;

/** A command that was played, and its exchange. */
interface Played {
  readonly command: SequenceCommand;
  readonly operation: OperationId;
  readonly exchange: number;
  readonly isAccepted: boolean;
}

/** State of a sequence being played: its drafts on the service, and their model. */
export interface SequenceState extends Start {
  readonly line: Line;
  readonly data: readonly DraftData[];
  /** Journeys by the label of their draft. */
  readonly journeys: Map<number, JourneyState>;
  /** Ids of items, by draft and `itemName`. */
  readonly itemIds: Map<string, string>;
  /** Content with which each of these items was created: its body, or the key of a metadata item. */
  readonly itemContents: Map<string, string>;
  readonly played: Played[];
  /** Drafts in an unknown state; later commands on them are skipped. */
  readonly lost: Set<number>;
  model: SequenceModel;
}

/** Initial state of a sequence; `seed` is that of the data. */
export const initialSequenceState = (run: LineRun, test: string, seed: number): SequenceState => ({
  run,
  line: run.source.line,
  test,
  seed,
  data: run.dataOf(seed),
  journeys: new Map(),
  itemIds: new Map(),
  itemContents: new Map(),
  played: [],
  lost: new Set(),
  model: emptyModel(run.source.line),
});

/** Drafts of another identity: the last one, if the target declares such an identity. */
export const othersDrafts = (run: Run): readonly number[] =>
  run.target.identities.other ? [MAX_OBJECTS.drafts - 1] : [];

/** The identity that sends a command. */
export const identityOf = (run: Run, { draft }: SequenceCommand): IdentityName =>
  othersDrafts(run).includes(draft) ? 'other' : 'owner';

const itemKey = (draft: number, kind: ItemKind, item: number): string =>
  `${draft} ${itemName(kind, item)}`;

export const journeyOf = (stage: SequenceState, { draft }: SequenceCommand): JourneyState => {
  const known = stage.journeys.get(draft);
  if (known) return known;
  const data = stage.data[draft];
  if (!data) throw new Error(`there are no data for draft ${draft} of a sequence`);
  const fresh = stateWith(stage, stage.line, data.journey);
  stage.journeys.set(draft, fresh);
  return fresh;
};

/** The journey's state without the item: item data apply to one item only. */
const onItem = (
  stage: SequenceState,
  command: SequenceCommand,
  kind: ItemKind,
  journey: JourneyState,
): JourneyState => {
  const { draft, item = 0, version = 0 } = command;
  const drawn = stage.data[draft]?.items[item];
  const id = stage.itemIds.get(itemKey(draft, kind, item));
  const even = version % 2 === 0;
  const items = withValues(journey.data, drawn ?? {});
  const changedBack = lazyObject({
    changedCar: () => items.car,
    changedPerson: () => items.person,
    changedMetadata: () => items.metadata,
  });
  const data = even ? withValues(items, changedBack) : items;
  const own = id === undefined ? {} : { id };
  const { draftId, contractId } = journey.parameters;
  return {
    ...journey,
    data,
    parameters: { draftId, contractId, [ITEM_PARAMETERS[kind]]: id },
    known: { ...journey.known, car: own, person: own, metadata: own },
  };
};

/** A copy with its own state: answers to open questions are unreliable. */
const aside = ({ written: _written, ...journey }: JourneyState): JourneyState => {
  const parameters = { ...journey.parameters };
  journey.run.memory.writings.noteCopy(parameters, journey.parameters);
  return { ...journey, parameters };
};

/** Amount and token of a contract without the preceding requests: its outcome is only observed. */
const INVENTED = { price: { amount: 10_000, currency: 'EUR' }, token: 'no-token' } as const;

/** The visit of a command, and the state of its journey. */
export const visitOf = (
  stage: SequenceState,
  command: SequenceCommand,
  isLegal: boolean,
): { readonly visit: Visit; readonly journey: JourneyState } => {
  const own = journeyOf(stage, command);
  const country = isLegal ? (command.country ?? PLAIN.country) : PLAIN.country;
  own.context = withoutRefusedSpelling(stage.run, stage.line, { ...PLAIN, country });
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

/**
 * Stores the id of an item; true if another item of the draft has this id for a different body. A service may treat equal
 * bodies as one item (D11, D5).
 */
export const storeItemId = (
  { itemIds, itemContents }: SequenceState,
  { step, draft, item = 0 }: SequenceCommand,
  { parameters, data }: JourneyState,
  created: Exchange,
): boolean => {
  const kind = itemKindOf(step);
  const id = kind && parameters[ITEM_PARAMETERS[kind]];
  if (!kind || id === undefined) return false;
  const content = kind === 'metadata' ? data.metadata.key : bodyContent(created);
  const isDuplicate = [...itemIds].some(
    ([key, known]) =>
      key.startsWith(`${draft} ${kind} `) && known === id && itemContents.get(key) !== content,
  );
  const own = itemKey(draft, kind, item);
  itemIds.set(own, id);
  if (step.endsWith('-post')) itemContents.set(own, content);
  return isDuplicate;
};
