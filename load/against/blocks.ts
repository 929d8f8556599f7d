import type { Line } from '../../spec/line.ts';
import { type Scheduled, scheduleOf } from '../measuring/schedule.ts';
import type { StepsProfile } from '../profiles/profile.ts';

/** The two builds of a comparison: the target of the run, and the one that is compared with it. */
export type Side = 'baseline' | 'candidate';

/** A time slot in which one of two builds receives the load of a step alone. */
export interface Block {
  readonly side: Side;
  /** Of the profile, from 1; 0: the warm-up. */
  readonly step: number;
  /** Index among the blocks of its side and step, from 1. */
  readonly number: number;
  /** Seconds after the start of the run. */
  readonly start: number;
  readonly seconds: number;
}

/** Duration of a block in seconds: preferred, and minimum. Many short blocks are more informative than few long ones. */
const WANTED = 2.5;
const SHORTEST = 2;
/** Price requests of a line per block if possible, so that there is a p95 to compare. */
const REQUESTS = 50;
/** Number of blocks of each side over all steps: minimum, and approximate maximum. */
const LEAST = 4;
const MOST = 24;
/** Order of four blocks, so that steady drift during the run affects both sides alike. */
const TURNS: readonly Side[] = ['baseline', 'candidate', 'candidate', 'baseline'];

const even = (count: number): number => 2 * Math.floor(count / 2);

/** The part of a profile that determines its blocks. */
type Divided = Pick<StepsProfile, 'steps' | 'weights'>;

/** An even number of blocks for each side of a step. */
const countIn = (
  { rate, to = rate, seconds }: Divided['steps'][number],
  { steps, weights }: Divided,
): number => {
  const least = steps.length === 1 ? LEAST : LEAST / 2;
  const most = Math.max(least, even(MOST / steps.length));
  const slowest = Math.min(rate, to) * Math.min(1, ...Object.values(weights));
  const wanted = Math.max(WANTED, REQUESTS / slowest);
  return Math.min(most, Math.max(least, even(seconds / wanted)));
};

/** Reasons why a profile cannot be split into blocks, each with advice; empty if it can. */
export const blockProblems = (profile: Divided): readonly string[] =>
  profile.steps.flatMap((step, index) => {
    const { seconds } = step;
    const count = countIn(step, profile);
    return seconds / count >= SHORTEST
      ? []
      : [
          `--against: step ${index + 1} of the profile takes ${seconds} s, but each build needs ${count} blocks of at least ${SHORTEST} s; set ${count * SHORTEST} s or more`,
        ];
  });

const whole = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

/**
 * The blocks of both sides in chronological order: a warm-up for each, then every step in the order A B B A, with a
 * pause in seconds after each block. Each side gets the whole duration of the profile.
 */
export const blocksOf = (
  profile: Divided & Pick<StepsProfile, 'warmUp'>,
  pause: number,
): readonly Block[] => {
  const { steps, warmUp } = profile;
  const blocks: Block[] = [];
  let start = 0;
  const add = (block: Omit<Block, 'start'>): void => {
    blocks.push({ ...block, start });
    start = whole(start + block.seconds + pause);
  };
  const warm = warmUp?.seconds ?? SHORTEST;
  for (const side of ['baseline', 'candidate'] as const)
    add({ side, step: 0, number: 1, seconds: warm });
  for (const [index, step] of steps.entries()) {
    const count = countIn(step, profile);
    const seconds = whole(step.seconds / count);
    const numbers = { baseline: 0, candidate: 0 };
    for (let nth = 0; nth < 2 * count; nth += 1) {
      const side = TURNS[nth % TURNS.length] as Side;
      numbers[side] += 1;
      add({ side, step: index + 1, number: numbers[side], seconds });
    }
  }
  return blocks;
};

/** The profile with the warm-up that a comparison needs: without one, the first step would be cold for one side. */
export const withWarmUp = (profile: StepsProfile): StepsProfile => {
  const { rate = 1, to = rate } = profile.steps[0] ?? {};
  // A ramp from zero is warmed up with its mean rate.
  return { ...profile, warmUp: profile.warmUp ?? { rate: rate || to / 2, seconds: SHORTEST } };
};

/** The rates of a block: that of its step, or its part of a ramp. */
const ratesIn = (
  profile: Divided & Pick<StepsProfile, 'warmUp'>,
  step: number,
  number: number,
): { readonly rate: number; readonly to?: number } => {
  const own = profile.steps[step - 1];
  if (own === undefined) return { rate: profile.warmUp?.rate ?? 1 };
  const { rate, to } = own;
  if (to === undefined) return { rate };
  const at = (part: number): number => rate + ((to - rate) * part) / countIn(own, profile);
  return { rate: at(number - 1), to: at(number) };
};

/** The schedule of one side: a scenario for each line and block. Answers are awaited no longer than the pause after the block. */
export const scheduleBlocks = (
  blocks: readonly Block[],
  profile: Pick<StepsProfile, 'steps' | 'warmUp' | 'weights'>,
  lines: readonly Line[],
  side: Side,
  pause: number,
): readonly Scheduled[] =>
  blocks
    .filter((block) => block.side === side)
    .flatMap(({ step, number, start, seconds }) => {
      const { weights } = profile;
      const rates = ratesIn(profile, step, number);
      return scheduleOf({ steps: [{ ...rates, seconds }], weights }, lines).map(
        (scheduled): Scheduled => ({
          ...scheduled,
          name: step === 0 ? `${scheduled.line}-warm-up` : blockName(scheduled.line, step, number),
          phase: step === 0 ? 'warm-up' : 'measure',
          step,
          start,
          grace: pause,
        }),
      );
    });

/** The name of the scenario of a line in a block. */
export const blockName = (line: Line, step: number, number: number): string =>
  `${line}-${step}-${number}`;
