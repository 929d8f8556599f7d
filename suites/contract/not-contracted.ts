import { judgeTwinRefused } from '../../oracles/blame/unreached.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { unreachedJudgements } from '../journey/complete.ts';
import type { JourneyState } from '../journey/state.ts';
import type { Run } from '../run.ts';

/** What is to be said of a requirement where the legal contract creation, on which all depends, was not accepted. */
export const notContracted = (
  run: Run,
  requirement: RequirementId,
  state: JourneyState,
  { n, response, error }: Exchange,
): readonly Judgement[] => {
  const told = unreachedJudgements(run, state, ['gap.contract-create'], (id) => id === requirement);
  if (told.length > 0) return told;
  return [
    run.judge(
      judgeTwinRefused,
      { requirement, operation: 'gap.contract-create' },
      'a legal contract creation is accepted',
      String(response?.status ?? error?.code ?? 'no answer'),
      n,
    ),
  ];
};
