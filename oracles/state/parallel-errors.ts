import type { Exchange } from '../../spec/exchange.ts';
import { isSuccess } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/**
 * ERROR-01 (S9): of legal calls that were made at once, those that ended in a server error while another of the same operation
 * succeeded, which is their twin. `scene` says how they were made, such as `5 calls at once`. Nothing is said of the others.
 */
export const judgeParallelErrors = (
  exchanges: readonly Exchange[],
  scene: string,
): readonly Judgement[] =>
  exchanges.flatMap((broken) => {
    const { operation } = broken;
    const twin = exchanges.find(
      (each) => each.operation === operation && isSuccess(statusOf(each)),
    );
    if (statusOf(broken) !== 500 || !operation || !twin) return [];
    return [
      {
        requirement: 'ERROR-01',
        operation,
        verdict: 'fail',
        wanted: `a legal request is not a server error (${scene})`,
        got: 'status 500',
        exchanges: [broken.n],
        twin: twin.n,
      },
    ];
  });
