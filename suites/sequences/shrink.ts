import * as fc from 'fast-check';
import {
  type SequenceCommand,
  itemKindOf,
  afterCommand,
  emptyModel,
  isLegal,
  playable,
} from './model.ts';
import { ITEM_KINDS } from '../journey/state.ts';
import { unlessStopped } from '../engine/stop.ts';
import { playSequence, type PlayedResult } from './play-sequence.ts';
import type { LineRun } from './sequence-state.ts';
import type { Line } from '../../spec/line.ts';

type Commands = readonly SequenceCommand[];

/** Tests if the last command must succeed; otherwise the sequence can prove nothing. */
const endsLegally = (line: Line, commands: Commands): boolean => {
  let model = emptyModel(line);
  for (const command of commands.slice(0, -1)) model = afterCommand(model, command);
  const last = commands.at(-1);
  return last !== undefined && isLegal(model, last);
};

const isItemCommand = (command: SequenceCommand): boolean => itemKindOf(command.step) !== undefined;

/** Prerequisites of the last command: its draft, filled, and its item. */
const skeleton = (commands: Commands): Commands => {
  const last = commands.at(-1);
  if (!last) return [];
  return commands.filter(
    (command) =>
      command === last ||
      (command.draft === last.draft &&
        (command.step === 'draft-create' ||
          (isItemCommand(command) &&
            command.item === last.item &&
            command.step.endsWith('-post') &&
            itemKindOf(command.step) === itemKindOf(last.step)))),
  );
};

/** Candidates without large parts: all but one draft, a whole draft, a kind of item, one item, all reads. */
function* withoutParts(commands: Commands): Generator<Commands> {
  const last = commands.at(-1);
  const drafts = [...new Set(commands.map(({ draft }) => draft))];
  yield skeleton(commands);
  yield commands.filter(({ draft }) => draft === last?.draft);
  for (const draft of drafts) yield commands.filter((command) => command.draft !== draft);
  yield commands.filter((command) => command === last || !isItemCommand(command));
  for (const kind of ITEM_KINDS)
    yield commands.filter((command) => command === last || itemKindOf(command.step) !== kind);
  for (const draft of drafts)
    for (const kind of ITEM_KINDS)
      for (const item of new Set(commands.map((command) => command.item)))
        yield commands.filter(
          (command) =>
            command === last ||
            command.draft !== draft ||
            command.item === undefined ||
            command.item !== item ||
            itemKindOf(command.step) !== kind,
        );
}

/** Candidates without ever smaller windows, down to single commands. */
function* withoutWindows(commands: Commands): Generator<Commands> {
  const most = commands.length - 1;
  for (let size = Math.floor(most / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < most; start += size) {
      yield commands.filter((_, at) => at < start || at >= Math.min(start + size, most));
    }
  }
}

/**
 * Prefixes of a sequence, shortest first: commands after the failing one are of no use. With the run's memory these need no
 * requests.
 */
function* beginnings(commands: Commands): Generator<Commands> {
  for (let length = 1; length < commands.length; length += 1) yield commands.slice(0, length);
}

const canonical = ({ country: _country, ...command }: SequenceCommand): SequenceCommand => command;

/** The sequence in the canonical spelling of the country, in all commands or all but one. */
function* withoutSpellings(commands: Commands): Generator<Commands> {
  const isSpelt = commands.map(({ country }) => country !== undefined);
  const count = isSpelt.filter(Boolean).length;
  if (count > 0) yield commands.map(canonical);
  if (count < 2) return;
  for (const [only] of commands.entries())
    if (isSpelt[only]) yield commands.map((each, at) => (at === only ? each : canonical(each)));
}

/**
 * Simpler sequences that may fail in the same way, the most promising first, each once; dependent commands are removed
 * together.
 */
export function* simplerSequences(line: Line, commands: Commands): Generator<Commands> {
  yield* beginnings(commands);
  yield* withoutSpellings(commands);
  const last = commands.at(-1);
  const seen = new Set<string>();
  const candidates = [withoutParts, withoutWindows];
  for (const part of candidates) {
    for (const candidate of part(commands)) {
      const shorter = playable(line, candidate);
      const key = JSON.stringify(shorter);
      if (shorter.length >= commands.length || shorter.at(-1) !== last || seen.has(key)) continue;
      seen.add(key);
      if (endsLegally(line, shorter) || !endsLegally(line, commands)) yield shorter;
    }
  }
}

/**
 * A planned sequence as an arbitrary: a constant that shrinks by the rules of the model, from whole drafts down to single
 * commands. fast-check's path leads from it to any of the simpler ones.
 */
export class ShrinkableSequence extends fc.Arbitrary<Commands> {
  readonly #line: Line;
  readonly #commands: Commands;

  constructor(line: Line, commands: Commands) {
    super();
    this.#line = line;
    this.#commands = commands;
  }

  override generate(): fc.Value<Commands> {
    return new fc.Value(this.#commands, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Commands {
    return true;
  }

  override shrink(value: Commands): fc.Stream<fc.Value<Commands>> {
    const line = this.#line;
    function* values(): Generator<fc.Value<Commands>> {
      for (const commands of simplerSequences(line, value)) yield new fc.Value(commands, undefined);
    }
    return fc.stream(values());
  }
}

/** A failed sequence: its commands up to the failing one, their findings, and the end of the search. */
export interface FailedSequence {
  readonly commands: readonly SequenceCommand[];
  readonly performance: PlayedResult & { readonly failure: NonNullable<PlayedResult['failure']> };
  /** fast-check's path from the planned sequence. */
  readonly path: string;
}

/** Budget for shrinking a sequence. */
const BUDGET = { requests: 200, milliseconds: 10_000 } as const;

type Failed = FailedSequence['performance'];

/** Tests if a sequence failed. */
export const isFailed = (performance: PlayedResult): performance is Failed =>
  performance.failure !== undefined;

/** Results known without requests: a played sequence determines those of all its prefixes. */
class Memory {
  readonly #results = new Map<string, Failed | 'passed'>();
  readonly #signature: string;

  constructor(signature: string) {
    this.#signature = signature;
  }

  get(commands: readonly SequenceCommand[]): Failed | 'passed' | undefined {
    return this.#results.get(JSON.stringify(commands));
  }

  note(commands: readonly SequenceCommand[], performance: PlayedResult): Failed | 'passed' {
    const { failure } = performance;
    const alike =
      isFailed(performance) && failure?.signature === this.#signature ? performance : undefined;
    for (let length = 1; length <= commands.length; length += 1) {
      const ended = failure !== undefined && length > failure.at;
      const result = ended && alike ? alike : 'passed';
      this.#results.set(JSON.stringify(commands.slice(0, length)), result);
    }
    return alike ?? 'passed';
  }
}

/**
 * Shrinks a failed sequence: removes parts, lets the model keep the rest applicable, and continues with candidates that fail in
 * the same way. Bounded; a candidate beyond the bound counts as not failing.
 */
export const shrink = async (
  run: LineRun,
  commands: readonly SequenceCommand[],
  first: Failed,
  direction: { readonly test: string; readonly seed: number },
): Promise<FailedSequence> => {
  const memory = new Memory(first.failure.signature);
  memory.note(commands, first);
  const end = performance.now() + BUDGET.milliseconds;
  let sent = 0;
  const fails = async (candidate: readonly SequenceCommand[]): Promise<void> => {
    let result = memory.get(candidate);
    if (!result && sent + candidate.length <= BUDGET.requests && performance.now() < end) {
      const played = await unlessStopped(() => playSequence(run, candidate, direction));
      // Candidates beyond the budget count as not failing.
      if (played === undefined) return;
      sent += played.exchanges.length;
      result = memory.note(candidate, played);
    }
    if (typeof result === 'object') throw new Error(result.failure.signature);
  };
  const property = fc.asyncProperty(new ShrinkableSequence(run.source.line, commands), fails);
  const { counterexample, counterexamplePath } = await fc.check(property, { seed: 0, numRuns: 1 });
  const [small = commands] = counterexample ?? [];
  const result = memory.get(small);
  return {
    commands: small,
    performance: typeof result === 'object' ? result : first,
    path: counterexamplePath ?? '0',
  };
};
