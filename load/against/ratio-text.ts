import { type Ratio, TOLERANCE } from './ratio.ts';

const two = (value: number): string => value.toFixed(2);

const percent = (ratio: number): string => {
  const share = (ratio - 1) * 100;
  return `${share >= 10 ? Math.round(share) : Number(share.toFixed(1))} %`;
};

/** `1.31 (1.27 to 1.35)`. */
export const intervalText = ({ ratio, least, most }: Ratio): string =>
  `${two(ratio)} (${two(least)} to ${two(most)})`;

/** The verdict on a ratio in a few words; for the candidate, by how much. */
export const verdictText = ({ verdict, least, most }: Ratio): string => {
  if (verdict === 'slower') return 'candidate slower';
  if (verdict === 'faster') return 'candidate faster';
  if (verdict === 'undecided') return `not decided (could be up to ${percent(most)} slower)`;
  if (least > 1)
    return `candidate slower by ${percent(least)} to ${percent(most)}, not surely by more than ${percent(1 + TOLERANCE)}`;
  return most <= 1
    ? 'no slowdown seen'
    : `no difference seen (could be up to ${percent(most)} slower)`;
};

/** The whole of it in one sentence, from which nobody can read the direction the wrong way round. */
export const ratioText = (ratio: Ratio): string =>
  `the candidate is ${intervalText(ratio)} times as slow as the baseline on ${ratio.line} p${ratio.percentile}`;
