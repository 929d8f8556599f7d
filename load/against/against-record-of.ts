import { intervalText, ratioText, verdictText } from './ratio-text.ts';
import { CHANCE, TOLERANCE } from './ratio.ts';
import type { AgainstResult } from './run-against.ts';
import type { AgainstRecord } from '../../store/load/against-record.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { type LoadFrame, loadRecordOf } from '../running/load-record-of.ts';

/** The folder of the candidate's own run, below the one of the run. */
export const CANDIDATE = 'against';

const NO_JOURNEYS =
  'no journeys were sent: those of one build would go on in the turns of the other';

const sameService = (one: AgainstRecord['target'], other: AgainstRecord['target']): boolean =>
  one.base_url === other.base_url && one.gap_base_url === other.gap_base_url;

const comparisonOf = (
  { results, judged, blocks }: AgainstResult,
  target: AgainstRecord['target'],
): AgainstRecord => ({
  target,
  folder: CANDIDATE,
  verdict: { baseline: results.baseline.verdict, candidate: results.candidate.verdict },
  blocks: blocks.count,
  seconds: blocks.seconds,
  tolerance: TOLERANCE,
  confidence: 1 - CHANCE,
  ratios: judged.ratios.map((ratio) => ({
    ...ratio,
    pairs: [...ratio.pairs],
    shown: intervalText(ratio),
    said: verdictText(ratio),
    sentence: ratioText(ratio),
  })),
});

/** The record of a run with two builds, whose figures are the baseline's, and that of the candidate by itself. */
export const againstRecords = (
  frames: { readonly baseline: LoadFrame; readonly candidate: LoadFrame },
  result: AgainstResult,
  hadJourneys: boolean,
): { readonly whole: LoadRecord; readonly candidate: LoadRecord } => {
  const { judged, results } = result;
  const { baseline, candidate } = frames;
  const notes = [
    ...judged.notes,
    ...(hadJourneys ? [NO_JOURNEYS] : []),
    ...(sameService(baseline.target, candidate.target)
      ? ['both builds are at the same address: what differs is chance']
      : []),
    ...results.baseline.notes.map((note) => `baseline: ${note}`),
    ...results.candidate.notes.map((note) => `candidate: ${note}`),
  ];
  const { verdict, reasons } = judged;
  return {
    whole: {
      ...loadRecordOf(baseline, { ...results.baseline, verdict, reasons, notes }, undefined),
      against: comparisonOf(result, candidate.target),
    },
    candidate: loadRecordOf(candidate, results.candidate, undefined),
  };
};
