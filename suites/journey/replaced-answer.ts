import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeNotSeenAgain } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isNotServed } from '../../spec/transport-statuses.ts';
import type { Run } from '../engine/run.ts';
import { isMissing } from './poll-read.ts';
import { shownTooEarly } from './read-back.ts';
import type { JourneyState } from './state.ts';

type JudgeAnswer = (answer: Exchange) => readonly Judgement[];

/**
 * Refusals that the next read did not confirm, kept beside the later answer (rule section 0). A 404 is normal within the read-back
 * delay (D3), a method that is not served never is (S16), and the specification says nothing about other statuses.
 */
const refusedBefore = (
  run: Run,
  on: OperationId,
  replaced: readonly Exchange[],
  judge: JudgeAnswer,
): readonly Judgement[] =>
  replaced
    .filter((answer) => isMissing(answer) && answer.response?.status !== 404)
    .flatMap(judge)
    .filter(({ verdict }) => verdict === 'fail')
    .map((judged) =>
      isNotServed(judged.status ?? 0) ? judged : run.judge(judgeNotSeenAgain, judged, on),
    );

/**
 * Judges the answers to a read that a later answer replaced: written content may appear late (D3), but the rest of what they show
 * must be right.
 */
export const judgeReplaced = (
  state: JourneyState,
  on: OperationId,
  replaced: readonly Exchange[],
  judge: JudgeAnswer,
): readonly Judgement[] => [
  ...replaced
    .filter(isServed)
    .flatMap((early) => [...judge(early), ...shownTooEarly(state, early)]),
  ...refusedBefore(state.run, on, replaced, judge),
];
