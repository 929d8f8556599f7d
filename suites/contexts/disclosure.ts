import { judgeDisclosure, uniqueTexts } from '../../oracles/ownership/disclosure.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { ProbeKind } from '../../oracles/refusals/refusal.ts';
import type { JourneyState } from '../journey/state.ts';

/** Kinds of probes whose caller has no access to the draft. */
const WITHOUT_ACCESS: readonly ProbeKind[] = [
  'missing-credential',
  'invalid-credential',
  'no-rights',
];

/**
 * AUTH-04 (S13): the failure of a refusal that shows a draft to a caller without access, in whatever context the call was made;
 * undefined if it shows nothing. Only texts that no other draft and no message has count.
 */
export const disclosureIn = (
  { run, data }: JourneyState,
  kind: ProbeKind,
  answer: Exchange,
): Judgement | undefined => {
  const { operation: on } = answer;
  if (!WITHOUT_ACCESS.includes(kind) || on === undefined || !run.applies('AUTH-04', on))
    return undefined;
  const judged = run.judge(judgeDisclosure, answer, on, uniqueTexts(data.draft));
  return judged?.verdict === 'fail' ? judged : undefined;
};
