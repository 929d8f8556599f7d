import type { Judgement } from '../oracles/finding.ts';

/**
 * How often other data are tried where a legal call was refused: one value that a service refuses would else keep all that
 * needs the call from being judged.
 */
export const OTHER_DATA = 3;

/** Whether a legal call was refused, or brought the service down: other data may fare better. */
export const isRefusedLegally = (
  judgements: readonly Pick<Judgement, 'requirement' | 'verdict' | 'reason'>[],
): boolean =>
  judgements.some(
    ({ requirement, verdict, reason }) =>
      (requirement === 'LEGAL-01' || requirement === 'ERROR-01') &&
      (verdict === 'fail' || (verdict === 'inconclusive' && reason !== 'blocked-by')),
  );

/** Does something with its own data, and with other data as long as that was refused; `data` ends the names of what is sent. */
export const withOtherData = async <T>(
  work: (data: string) => Promise<T>,
  isRefused: (done: T) => boolean | undefined,
): Promise<T> => {
  let done = await work('');
  for (let other = 1; other <= OTHER_DATA && isRefused(done); other += 1)
    done = await work(`/other-data-${other}`);
  return done;
};
