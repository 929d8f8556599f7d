import type { NotJudged } from '../../oracles/not-judged.ts';
import { whyUnwaivable } from '../../oracles/unwaivable.ts';
import type { Waiver } from '../../oracles/waive.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';

/** What of a line was not judged, though nothing failed. */
export interface Unjudged {
  readonly line: Line;
  /** What the target kept from being judged, by subject. */
  readonly notJudged: readonly NotJudged[];
  /** Operations of which no legal call was seen to succeed. */
  readonly unreached: readonly OperationId[];
}

/** What else decides whether a line is granted. */
export interface Granting {
  readonly waivers: readonly Waiver[];
  readonly startedAt: string;
}

/** Why no certificate is granted to a line that fails nowhere, a reason each; none if nothing stands against it. */
export const whyWithheld = (
  { line, notJudged, unreached }: Unjudged,
  { waivers, startedAt }: Granting,
): readonly string[] => {
  const day = startedAt.slice(0, 10);
  return [
    ...notJudged
      .filter(({ isNeeded }) => isNeeded)
      .map(({ subject, why }) => `${subject}: not judged, ${why}`),
    ...unreached.map((on) => `${operation(on).name}: not judged, no call of it succeeded`),
    ...new Set(waivers.flatMap((waiver) => whyUnwaivable(waiver, line, day))),
  ];
};
