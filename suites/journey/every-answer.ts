import { programFile } from '../../client/project.ts';
import { ANSWER_ORACLES, judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';

/** Judges an answer with the universal oracles, for whatever purpose it was asked for. */
export const judgeAnswer = (run: Run, answer: Exchange): readonly Judgement[] =>
  run.judge(judgeExchange, answer, run.target);

/** Checks of every answer. */
export const everyAnswer: Subject = {
  file: programFile(import.meta.url),
  requirements: ANSWER_ORACLES.flatMap(({ about }) => about),
  judges: [judgeExchange],
};
