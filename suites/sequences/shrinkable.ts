import * as fc from 'fast-check';
import type { Line } from '../../spec/line.ts';
import { ITEM_KINDS, itemKindOf, type SequenceEvent } from './event.ts';
import { afterEvent, emptyModel, isLegal, playable } from './model.ts';

type Events = readonly SequenceEvent[];

/** Whether the last event is entitled to succeed; where it is not, the sequence can show nothing. */
const endsLegally = (line: Line, events: Events): boolean => {
  let model = emptyModel(line);
  for (const event of events.slice(0, -1)) model = afterEvent(model, event);
  const last = events.at(-1);
  return last !== undefined && isLegal(model, last);
};

const isItemEvent = (event: SequenceEvent): boolean => itemKindOf(event.step) !== undefined;

/** What the last event cannot do without: its draft, filled, and its item. */
const skeleton = (events: Events): Events => {
  const last = events.at(-1);
  if (!last) return [];
  return events.filter(
    (event) =>
      event === last ||
      (event.draft === last.draft &&
        (event.step === 'draft-create' ||
          (isItemEvent(event) &&
            event.item === last.item &&
            event.step.endsWith('-post') &&
            itemKindOf(event.step) === itemKindOf(last.step)))),
  );
};

/** Large parts first: all but one draft, a whole draft, a kind of item, one item, all that only reads. */
function* withoutParts(events: Events): Generator<Events> {
  const last = events.at(-1);
  const drafts = [...new Set(events.map(({ draft }) => draft))];
  yield skeleton(events);
  yield events.filter(({ draft }) => draft === last?.draft);
  for (const draft of drafts) yield events.filter((event) => event.draft !== draft);
  yield events.filter((event) => event === last || !isItemEvent(event));
  for (const kind of ITEM_KINDS)
    yield events.filter((event) => event === last || itemKindOf(event.step) !== kind);
  for (const draft of drafts)
    for (const kind of ITEM_KINDS)
      for (const item of new Set(events.map((event) => event.item)))
        yield events.filter(
          (event) =>
            event === last ||
            event.draft !== draft ||
            event.item === undefined ||
            event.item !== item ||
            itemKindOf(event.step) !== kind,
        );
}

/** Then ever smaller windows, down to single events. */
function* withoutWindows(events: Events): Generator<Events> {
  const most = events.length - 1;
  for (let size = Math.floor(most / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < most; start += size) {
      yield events.filter((_, at) => at < start || at >= Math.min(start + size, most));
    }
  }
}

/** First where it failed: what follows is of no use. Whoever remembers the run sends nothing for these. */
function* beginnings(events: Events): Generator<Events> {
  for (let length = 1; length < events.length; length += 1) yield events.slice(0, length);
}

/** Shorter sequences that may fail alike, the most promising first, each once; what hangs on what was taken goes with it. */
export function* shorterSequences(line: Line, events: Events): Generator<Events> {
  yield* beginnings(events);
  const last = events.at(-1);
  const seen = new Set<string>();
  const candidates = [withoutParts, withoutWindows];
  for (const part of candidates) {
    for (const candidate of part(events)) {
      const shorter = playable(line, candidate);
      const key = JSON.stringify(shorter);
      if (shorter.length >= events.length || shorter.at(-1) !== last || seen.has(key)) continue;
      seen.add(key);
      if (endsLegally(line, shorter) || !endsLegally(line, events)) yield shorter;
    }
  }
}

/** Always the same sequence, but one that shrinks: fast-check's path leads from it to any of the shorter ones. */
class ShrinkableSequence extends fc.Arbitrary<Events> {
  readonly #line: Line;
  readonly #events: Events;

  constructor(line: Line, events: Events) {
    super();
    this.#line = line;
    this.#events = events;
  }

  override generate(): fc.Value<Events> {
    return new fc.Value(this.#events, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Events {
    return true;
  }

  override shrink(value: Events): fc.Stream<fc.Value<Events>> {
    const line = this.#line;
    function* values(): Generator<fc.Value<Events>> {
      for (const events of shorterSequences(line, value)) yield new fc.Value(events, undefined);
    }
    return fc.stream(values());
  }
}

/** A planned sequence as an arbitrary. It shrinks by rules of the model, from whole drafts down to single events. */
export const shrinkableSequence = (line: Line, events: Events): fc.Arbitrary<Events> =>
  new ShrinkableSequence(line, events);
