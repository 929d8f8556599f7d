import type { Call } from '../../client/http/client.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import { isDisturbed, isOpen, type Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Run } from './run.ts';

/**
 * Findings of a first look, and those that a second look adds if any of them is doubtful (rule section 0): on the same data where an
 * answer was lost, which they may be the reason of, else on fresh ones. Nothing of what was seen is left out.
 */
export const seenAgain = async <Said extends Judgement>(
  first: readonly Said[],
  lookAgain: (data: 'same' | 'fresh') => Promise<readonly Said[]>,
  isDoubtful: (said: Said) => boolean = isOpen,
): Promise<readonly Said[]> => {
  if (first.some(isDisturbed)) return [...first, ...(await lookAgain('same'))];
  return first.some(isDoubtful) ? [...first, ...(await lookAgain('fresh'))] : first;
};

/** Notes what the universal oracles fail in answers that no journey made. */
export const noteAnswers = (run: Run, test: string, answers: readonly Exchange[]): void => {
  for (const answer of answers)
    run.memory.met.note(test, run.judge(judgeExchange, answer, run.target));
};

/** Sends a call of which a check looks at one thing, and notes what else is wrong with its answer. */
export const sendNoted = async (run: Run, call: Call): Promise<Exchange> => {
  const answer = await run.client.send(call);
  noteAnswers(run, call.test, [answer]);
  return answer;
};
