import { programFile } from '../../client/project.ts';
import { isReportedMissing } from '../../oracles/answers/answer-form.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { judgeCallOnUsed } from '../../oracles/answers/legal-call.ts';
import { ANSWER_ORACLES, judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';

/** Judges an answer with the universal oracles, for whatever purpose it was asked for. */
export const judgeAnswer = (run: Run, answer: Exchange): readonly Judgement[] =>
  run.judge(judgeExchange, answer, run.target);

/** PATH-01 and ERROR-01 of a call that is legal for whatever purpose it was sent (S9, S16): what its answer breaks. */
export const breakdownsIn = (run: Run, answer: Exchange): readonly Judgement[] =>
  run
    .judge(judgeCallOnUsed, answer, false, run.target)
    .filter(
      ({ requirement, verdict }) =>
        verdict === 'fail' &&
        (requirement === LEGAL_CALL.served || requirement === LEGAL_CALL.sound),
    );

/** DRAFT-01 of a draft that holds a fault: its content is its own (E3), but it is still there (D13). */
export const absenceIn = (run: Run, read: Exchange): readonly Judgement[] =>
  isReportedMissing(read) ? run.judge(judgeCallOnUsed, read, true, run.target) : [];

/** Checks of every answer. */
export const everyAnswer: Subject = {
  file: programFile(import.meta.url),
  requirements: ANSWER_ORACLES.flatMap(({ about }) => about),
  judges: [judgeExchange],
};
