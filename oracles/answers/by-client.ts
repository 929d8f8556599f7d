import { expectedText, shownText } from '../judgement-texts.ts';
import type { Judgement } from '../finding.ts';

/** True if a judgement leaves nothing open: it is no fail, and nothing kept it from being made. */
const isClean = ({ verdict }: Judgement): boolean =>
  verdict === 'pass' || verdict === 'observed' || verdict === 'not-applicable';

/**
 * Judges the same probe with the same data as two clients sent it. No sentence of the specification decides which of two
 * answers a service owes to which client: if only the other one is answered wrongly, the cell is inconclusive.
 */
export const judgeByClient = (
  own: Judgement,
  other: Judgement,
  userAgent: string,
): Judgement | undefined => {
  if (!isClean(own) || isClean(other)) return undefined;
  const { requirement, operation } = other;
  return {
    requirement,
    operation,
    verdict: 'inconclusive',
    reason: 'profile-dependent',
    wanted: `${expectedText(other)}, for every client`,
    got: `${shownText(other)} as ${userAgent}; ${shownText(own)} as Assay's own client`,
    ...(other.where === undefined ? {} : { where: other.where }),
    exchanges: [...new Set([...own.exchanges, ...other.exchanges])],
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'by-client': judgeByClient,
};
