import { programFile } from '../../client/project.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import { contractCallsOf } from '../contract/second-contract.ts';
import type { SequenceCheck } from './sequence-check.ts';
import { identityOf } from './sequence-state.ts';

const CREATE = 'gap.contract-create';

/** K2: a motor gap draft that has a contract gets another one. */
export const contractsInSequences: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: ['GAP-CONTRACT-01'],
  judges: [judgeOneContract],
  collect: async ({ stage, command, on, exchange, journey }) => {
    const isSecond =
      on === CREATE &&
      stage.model.drafts.get(command.draft)?.phase === 'contracted' &&
      identityOf(journey.run, command) === 'owner';
    const first = journey.exchanges.find(
      (each) => each.operation === CREATE && each.response?.status === 303,
    );
    if (!isSecond || !first) return undefined;
    const calls = await contractCallsOf(journey, [first, exchange]);
    const judged = journey.run.judge(judgeOneContract, calls, 'in a sequence');
    return judged.verdict === 'fail'
      ? { signature: `second ${on}`, judgements: [judged] }
      : undefined;
  },
};
