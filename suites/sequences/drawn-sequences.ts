import { country } from '../contexts/country.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { COUNTRY } from '../../spec/limits.ts';
import { subSeed } from '../../generators/sample.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import {
  itemKindOf,
  type SequenceCommand,
  afterCommand,
  emptyModel,
  isLegal,
  type SequenceModel,
} from './model.ts';
import { ITEM_KINDS } from '../journey/state.ts';
import { openingCommands, REASONS, scriptedSequences } from './scripted-sequences.ts';
import {
  pairOf,
  possibleCommands,
  pairsWithin,
  verifyingCommands,
  wayTo,
} from './coverage-pairs.ts';

/** Source of the sequences of a run. */
export interface SequenceSource {
  readonly line: Line;
  /** The steps of the line that the target allows. */
  readonly steps: readonly Step[];
  readonly seed: number;
}

/**
 * Number of sequences of a line; thorough runs continue after `thorough` of them until every pair of state and command was
 * covered.
 */
export const SEQUENCES = { gate: 3, thorough: 16, most: 26 } as const;

/** Number of commands in one sequence; the last ones verify that every created object still exists. */
const LENGTH = { ends: 28, drawn: 34, whole: 40 } as const;

/** Spellings of the country beside the canonical one. */
const SPELLINGS = valuesOf(country).filter((spelling) => spelling !== COUNTRY);

type Tries = Map<string, number>;
const count = (tries: Tries, key: string): number => tries.get(key) ?? 0;
const add = (tries: Tries, key: string): void => {
  tries.set(key, count(tries, key) + 1);
};

const follows = (last: SequenceCommand | undefined, command: SequenceCommand): string => {
  if (!last) return command.step;
  const same =
    last.draft === command.draft ? (last.item === command.item ? 'same' : 'sibling') : 'other';
  return `${last.step} ${same} ${command.step}`;
};

/** A sequence that is being drawn. */
interface PartialSequence {
  readonly index: number;
  readonly seed: number;
  readonly commands: SequenceCommand[];
  model: SequenceModel;
  /** Number of times that the last command may be repeated immediately. */
  burst: number;
}

/**
 * True for sequences that go straight to the pairs of state and command that no earlier one plans: some of the late ones, and all
 * after those that are always played.
 */
const isCompleting = ({ index }: Pick<PartialSequence, 'index'>): boolean =>
  (index >= 8 && index % 4 === 2) || index >= SEQUENCES.thorough;

/**
 * Cost of a choice, from the number of tries in this state and after such a command. Prefers drafts in use to new ones; defers
 * unspecified commands, and above all those that end a draft.
 */
const costOf = (sequence: PartialSequence, command: SequenceCommand, tries: Tries): number => {
  const { model, commands } = sequence;
  const met = count(tries, pairOf(model, command));
  const tried = 2 * met + count(tries, follows(commands.at(-1), command));
  const isOpen = !isLegal(model, command);
  const isEnd = isOpen && command.step === 'contract-create' && commands.length < LENGTH.ends;
  return 1 + 3 * tried + 3 * command.draft + (isOpen ? 5 : 0) + (isEnd ? 60 : 0);
};

/** One command in so many is repeated immediately, up to a maximum. */
const BURST = { oneIn: 6, most: 4 } as const;

const isRepeatable = ({ step }: SequenceCommand): boolean =>
  ['draft-get', 'draft-update', 'price-request'].includes(step) || /-(post|put)$/.test(step);

const optionsOf = (
  steps: readonly Step[],
  sequence: PartialSequence,
): readonly SequenceCommand[] => {
  const last = sequence.commands.at(-1);
  const options = steps.flatMap((step) => possibleCommands(sequence.model, step));
  if (sequence.burst === 0 || !last) return options;
  const again = options.filter((each) => each.step === last.step && each.draft === last.draft);
  const same = again.filter(({ item }) => item === last.item);
  return [same, again, options].find((each) => each.length > 0) ?? [];
};

/**
 * The command as it is sent: on every second draft, legal calls, and those with a fault in their body, alternate at random
 * between two spellings.
 */
const spelt = (
  { index, commands, model, seed }: PartialSequence,
  command: SequenceCommand,
): SequenceCommand => {
  const own = subSeed(seed, index, command.draft, 'spelling');
  const isMixed = own % 2 === 0 && subSeed(own, commands.length) % 2 === 0;
  // The reason of an odd number may be another country.
  if ((command.refusal ?? 0) % 2 === 1) return command;
  const other = SPELLINGS[Math.floor(own / 2) % SPELLINGS.length];
  return isMixed && other && isLegal(model, command) ? { ...command, country: other } : command;
};

const append = (sequence: PartialSequence, command: SequenceCommand, tries: Tries): void => {
  if (command.refusal !== undefined) return void sequence.commands.push(spelt(sequence, command));
  add(tries, pairOf(sequence.model, command));
  add(tries, follows(sequence.commands.at(-1), command));
  sequence.commands.push(spelt(sequence, command));
  sequence.model = afterCommand(sequence.model, command);
};

/**
 * True for every fourth sequence, which sends only calls that must succeed and so gets further; the others also send open ones.
 */
const isStrict = ({ index }: Pick<PartialSequence, 'index'>): boolean => index % 4 === 1;

/** One command in so many is sent as a call that must be refused instead. */
const REFUSED_ONE_IN = 7;

/** The command as a call that must be refused, if it is drawn as one: the next draw continues from the same state. */
const asRefused = (
  { index, commands, model, seed }: PartialSequence,
  command: SequenceCommand,
): SequenceCommand | undefined => {
  const own = subSeed(seed, index, commands.length, 'refused');
  const isDrawn = own % REFUSED_ONE_IN === 0 && commands.at(-1)?.refusal === undefined;
  if (
    !isDrawn ||
    isStrict({ index }) ||
    !model.drafts.has(command.draft) ||
    !isLegal(model, command)
  )
    return undefined;
  return { ...command, refusal: subSeed(own, 'reason') % REASONS };
};

/** One command in so many verifies an object that was not used immediately before. */
const LOOK_ONE_IN = 4;

const drawNext = (
  source: SequenceSource,
  sequence: PartialSequence,
  tries: Tries,
): SequenceCommand | undefined => {
  const at = sequence.commands.length;
  const chance = (name: string, of: number): number =>
    subSeed(source.seed, sequence.index, at, name) % of;
  const last = sequence.commands.at(-1);
  const looks =
    sequence.burst === 0 && chance('look', LOOK_ONE_IN) === 0
      ? verifyingCommands(sequence.model, source.steps).filter(
          ({ draft, item }) => draft !== last?.draft || item !== last.item,
        )
      : [];
  const all = looks.length > 0 ? looks : optionsOf(source.steps, sequence);
  const legal = all.filter((command) => isLegal(sequence.model, command));
  const options = isStrict(sequence) && legal.length > 0 ? legal : all;
  const priced = options.map((command, n) => ({
    command,
    cost: costOf(sequence, command, tries) + chance(`option ${n}`, 8),
  }));
  const [first, ...others] = priced;
  if (!first) return undefined;
  const { command } = others.reduce((best, each) => (each.cost < best.cost ? each : best), first);
  if (sequence.burst > 0) sequence.burst -= 1;
  else if (isRepeatable(command) && chance('burst', BURST.oneIn) === 0)
    sequence.burst = 1 + chance('times', BURST.most);
  return command;
};

/** Steps without which nothing can be observed. */
const ALWAYS: ReadonlySet<Step> = new Set([
  'draft-create',
  'draft-get',
  'draft-update',
  'contract-get',
]);

/** A subset of the steps, so that a sequence goes deeper with these; of items one kind or two. */
const chosenSteps = ({ steps, seed }: SequenceSource, index: number): readonly Step[] => {
  const chance = (name: string, of: number): number => subSeed(seed, index, 'steps', name) % of;
  const kinds = [index, ...(chance('kinds', 2) === 0 ? [index + 1] : [])].map(
    (at) => ITEM_KINDS[at % ITEM_KINDS.length],
  );
  return steps.filter((step) => {
    const kind = itemKindOf(step);
    if (isCompleting({ index })) return true;
    return kind ? kinds.includes(kind) : ALWAYS.has(step) || chance(step, 2) === 0;
  });
};

/** The pairs of state and command that the sequences of a source can have, searched once for each source. */
export const pairsOf = memoizedByObject(({ line, steps }: SequenceSource) =>
  pairsWithin(line, steps),
);

/**
 * The shortest way from the state of the sequence to a pair that no sequence plans; empty if all are planned, or no draft can
 * reach one any more. A plan does not depend on answers: a pair that the service did not let the run reach is left to the drawn
 * commands.
 */
const wayToUncovered = (
  source: SequenceSource,
  { model }: PartialSequence,
  tries: Tries,
): readonly SequenceCommand[] => {
  const uncovered = new Set(pairsOf(source).filter((pair) => count(tries, pair) === 0));
  if (uncovered.size === 0) return [];
  const drafts = Array.from({ length: model.drafts.size + 1 }, (_, draft) => draft);
  const ways = drafts.flatMap((draft) => {
    const way = wayTo(model, source.steps, draft, (pair) => uncovered.has(pair));
    return way ? [way] : [];
  });
  return ways.toSorted((one, other) => one.length - other.length)[0] ?? [];
};

const appendAll = (
  script: readonly SequenceCommand[],
  sequence: PartialSequence,
  tries: Tries,
): readonly SequenceCommand[] => {
  for (const command of script) append(sequence, command, tries);
  return sequence.commands;
};

/** Appends ways to pairs that no sequence plans, until the next one does not fit. */
const appendWays = (source: SequenceSource, sequence: PartialSequence, tries: Tries): void => {
  const { commands } = sequence;
  const next = () => wayToUncovered(source, sequence, tries);
  for (let way = next(); way.length > 0; way = next()) {
    if (commands.length + way.length > LENGTH.drawn) return;
    appendAll(way, sequence, tries);
  }
};

const drawOne = (
  whole: SequenceSource,
  index: number,
  tries: Tries,
): readonly SequenceCommand[] => {
  const source = { ...whole, steps: chosenSteps(whole, index) };
  const sequence: PartialSequence = {
    index,
    seed: source.seed,
    commands: [],
    model: emptyModel(source.line),
    burst: 0,
  };
  const script = scriptedSequences(whole.line, whole.steps, whole.seed)[index];
  if (script) return appendAll(script, sequence, tries);
  appendAll(openingCommands(whole.steps, index), sequence, tries);
  if (isCompleting(sequence)) appendWays(whole, sequence, tries);
  while (sequence.commands.length < LENGTH.drawn) {
    const command = drawNext(source, sequence, tries);
    if (!command) break;
    append(sequence, asRefused(sequence, command) ?? command, tries);
  }
  for (const command of verifyingCommands(sequence.model, source.steps)) {
    if (sequence.commands.length < LENGTH.whole) append(sequence, command, tries);
  }
  return sequence.commands;
};

/**
 * Sequences of a source by number, from 0, each drawn on demand. Scripted sequences come first. In the others each command is
 * chosen among those least tried in this state and after such a command, or leads to a pair of both that no sequence has yet.
 */
export const drawnSequences = (
  source: SequenceSource,
): ((index: number) => readonly SequenceCommand[]) => {
  const tries: Tries = new Map();
  const drawn: (readonly SequenceCommand[])[] = [];
  return (index) => {
    // Each sequence depends on the previous ones.
    while (drawn.length <= index) drawn.push(drawOne(source, drawn.length, tries));
    return drawn[index] ?? [];
  };
};
