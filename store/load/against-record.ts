import { z } from 'zod';
import { LINES } from '../../spec/line.ts';

const ms = z.number().min(0);
const text = z.string();

/** The schema of what a load run says of a second build that had the same load in turns. */
export const againstSchema = z.object({
  target: z
    .object({
      name: text,
      chosenAs: text.optional(),
      base_url: text,
      gap_base_url: text,
      insecure: z.literal(true).optional(),
    })
    .describe('The candidate; the baseline is the target of the run.'),
  folder: text.describe('The run of the candidate by itself, below the folder of the run.'),
  verdict: z
    .object({
      baseline: text,
      candidate: text,
    })
    .describe('What each build came to by itself: limits, wrong answers, validity.'),
  blocks: z.int().min(0).describe('Of each build; they took turns A B B A.'),
  seconds: z.number().describe('Of the shortest block.'),
  tolerance: z.number().describe('Share by which the candidate may be slower.'),
  confidence: z.number().describe('With which all intervals together hold.'),
  ratios: z.array(
    z.object({
      line: z.enum(LINES),
      percentile: z.number(),
      baseline: ms.describe('Milliseconds: the geometric mean over the blocks.'),
      candidate: ms,
      ratio: ms.describe('Candidate / baseline: above 1 the candidate is slower.'),
      least: ms.describe('Of its interval.'),
      most: ms,
      verdict: z.enum(['slower', 'faster', 'none', 'undecided']),
      shown: text.describe('The ratio with its interval.'),
      said: text.describe('The verdict in words.'),
      sentence: text,
      pairs: z
        .array(z.object({ baseline: ms, candidate: ms }))
        .describe('Milliseconds of each block and the one beside it.'),
    }),
  ),
});

/** The comparison of two builds in the record of a load run. */
export type AgainstRecord = z.output<typeof againstSchema>;
