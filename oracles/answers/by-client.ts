import { expectedText, shownText } from '../judgement-texts.ts';
import type { Judgement } from '../finding.ts';

/** True if a judgement leaves nothing open: it is not a fail, and nothing prevented it. */
const isSettled = ({ verdict }: Judgement): boolean =>
  verdict === 'pass' || verdict === 'observed' || verdict === 'not-applicable';

/**
 * Compares the answers that two clients got to the same probe with the same data. The specification does not say which answer a
 * service owes to which client: if only the other client is answered wrongly, the cell is inconclusive.
 */
export const judgeByClient = (
  own: Judgement,
  other: Judgement,
  userAgent: string,
): Judgement | undefined => {
  if (!isSettled(own) || isSettled(other)) return undefined;
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
