import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import {
  isLeadRefusedByState,
  judgeCallOnUsed,
  judgeLeadInOrder,
  judgeTemporaryRefusal,
} from '../../oracles/answers/legal-call.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, operationOf } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { judgeAnswer } from './every-answer.ts';
import type { JourneyState } from './state.ts';

/** Legal calls on a used draft, which may refuse them (R5, S18). */
export const callsOnUsed: Subject = {
  file: programFile(import.meta.url),
  requirements: Object.values(LEGAL_CALL),
  judges: [judgeCallOnUsed],
};

/** Legal calls that were refused once, and served when they were sent again, although nothing had changed (rule section 0). */
export const temporaryRefusals: Subject = {
  file: programFile(import.meta.url),
  requirements: ['PATH-01', 'LEGAL-01', 'DRAFT-01'],
  judges: [judgeTemporaryRefusal],
};

/** Leads of drafts that were never priced, or had a lead before (L2, R5). */
export const leadsInAnyOrder: Subject = {
  file: programFile(import.meta.url),
  requirements: Object.values(LEGAL_CALL),
  judges: [judgeLeadInOrder],
};

const hasMade = ({ line, exchanges }: JourneyState, step: Step): boolean =>
  exchanges.some((each) => each.operation === operationOf(line, step)?.id && isServed(each));

/** True for a legal lead that a service may refuse for the state of its draft. */
export const isLeadInAnyOrder = ({ operation: on, intent }: Call, state: JourneyState): boolean =>
  intent === 'legal' &&
  operation(on).step === 'lead-create' &&
  (!hasMade(state, 'price-request') || hasMade(state, 'lead-create'));

/** True of a motor gap draft that no update has filled: it may be refused a price (E5). */
export const isUnfilled = (state: JourneyState): boolean =>
  state.line === 'gap' && !hasMade(state, 'draft-update');

/** True if a lead without a fault was refused, and its draft, which has neither price nor lead, may have to be priced (L2). */
export const mayNeedPrice = (
  { operation: on, intent }: Call,
  refused: Exchange,
  state: JourneyState,
): boolean =>
  intent !== 'faulty' &&
  operation(on).step === 'lead-create' &&
  isLeadRefusedByState(refused) &&
  !hasMade(state, 'price-request') &&
  !hasMade(state, 'lead-create');

/** Judges an answer, also that to a call which the service may refuse: on a used draft (`isFree`), or a lead in any order. */
export const judgeMade = (
  run: Run,
  answer: Exchange,
  made: { readonly [Name in 'isFree' | 'isInAnyOrder' | 'isServedStill']: boolean },
): readonly Judgement[] => [
  ...judgeAnswer(run, answer),
  ...(made.isFree ? run.judge(judgeCallOnUsed, answer, made.isServedStill, run.target) : []),
  ...(made.isInAnyOrder ? run.judge(judgeLeadInOrder, answer, run.target) : []),
];
