import type { Judgement, ReasonCode } from '../oracles/finding.ts';
import { operation } from '../spec/operations.ts';

/**
 * How often other data are tried where a legal call was refused: one value that a service refuses would else keep all that
 * needs the call from being judged.
 */
export const OTHER_DATA = 3;

/** Steps that judge what was drawn; what they refuse blocks all that follows. */
const OF_DATA: ReadonlySet<string> = new Set(['draft-create', 'draft-update', 'price-request']);

/** Why a refusal of a legal call may stay open, and yet be one of its data (V17, S6). */
const OF_REFUSALS: readonly (ReasonCode | undefined)[] = ['unstated-rule', 'unlisted-sane-code'];

/** Whether data were refused, or brought the service down: others may fare better. */
export const areDataRefused = (
  judgements: readonly Pick<Judgement, 'requirement' | 'operation' | 'verdict' | 'reason'>[],
): boolean =>
  judgements.some(
    ({ requirement, operation: on, verdict, reason }) =>
      (requirement === 'LEGAL-01' || requirement === 'ERROR-01') &&
      OF_DATA.has(operation(on).step) &&
      (verdict === 'fail' || (verdict === 'inconclusive' && OF_REFUSALS.includes(reason))),
  );

/** Does something with its own data, and with other data as long as those are refused; `data` ends the names of what is sent. */
export const withOtherData = async <T>(
  work: (data: string) => Promise<T>,
  isRefused: (done: T) => boolean | undefined,
): Promise<T> => {
  let done = await work('');
  for (let other = 1; other <= OTHER_DATA && isRefused(done); other += 1)
    done = await work(`.other-data-${other}`);
  return done;
};
