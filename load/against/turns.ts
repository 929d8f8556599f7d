import type { Line } from '../../spec/line.ts';
import { type Scheduled, scheduleOf } from '../measuring/schedule.ts';
import type { StepsProfile } from '../profiles/profile.ts';

/** The two builds of a comparison: the target of the run, and the one that is held against it. */
export type Side = 'baseline' | 'candidate';

/** Some seconds in which one of two builds has the load of a step for itself. */
export interface Block {
  readonly side: Side;
  /** Of the profile, from 1; 0: the warm-up. */
  readonly step: number;
  /** Among those of its side and step, from 1. */
  readonly number: number;
  /** Seconds after the start of the run. */
  readonly start: number;
  readonly seconds: number;
}

/** Seconds of a block: wanted, and at least. Many short blocks tell more than few long ones. */
const WANTED = 2.5;
const SHORTEST = 2;
/** Price requests of a line that a block has if it can, so that there is a p95 to compare. */
const REQUESTS = 50;
/** Blocks of each side: in all steps together at least, and about at most. */
const LEAST = 4;
const MOST = 24;
/** The turns of four blocks, so that what changes steadily over the run touches both sides alike. */
const TURNS: readonly Side[] = ['baseline', 'candidate', 'candidate', 'baseline'];

const even = (count: number): number => 2 * Math.floor(count / 2);

/** What says how a profile is divided. */
type Divided = Pick<StepsProfile, 'steps' | 'weights'>;

/** An even number of blocks that each side has in a step. */
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

/** Why a profile cannot be sent in turns, each with what to do; empty: it can. */
export const turnProblems = (profile: Divided): readonly string[] =>
  profile.steps.flatMap((step, index) => {
    const { seconds } = step;
    const count = countIn(step, profile);
    return seconds / count >= SHORTEST
      ? []
      : [
          `--against: step ${index + 1} of the profile takes ${seconds} s, and ${count} blocks of at least ${SHORTEST} s are required for each build; give it ${count * SHORTEST} s or more`,
        ];
  });

const whole = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

/**
 * The blocks of both sides in the order of time: a warm-up for each, then every step in turns A B B A, with a pause of so many
 * seconds after each block. Each side gets the whole time of the profile.
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

/** The profile with the warm-up that a comparison needs: a first step without one would be cold for one side. */
export const withWarmUp = (profile: StepsProfile): StepsProfile => {
  const { rate = 1, to = rate } = profile.steps[0] ?? {};
  // A ramp that begins with nothing is warmed up with its mean.
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

/** What one side is sent: a scenario a line and block. No answer is waited for beyond the pause after its block. */
export const scheduleInTurns = (
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
