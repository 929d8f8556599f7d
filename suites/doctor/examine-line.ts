import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { operationOf } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { isNotServed } from '../../spec/transport-statuses.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Visit } from '../journey/state.ts';
import { rowOf, isAllowed, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import {
  type Examination,
  noteNotCalled,
  refusalOf,
  stepText,
  pollVisit,
  type DecisionEvidence,
  lineTitle,
} from './examination.ts';
import type { ExaminationRun } from './examination-run.ts';
import {
  type Alternative,
  otherAmounts,
  otherBodies,
  otherPriceIds,
  otherTokens,
  remarksOn,
  isNamed,
  negotiateContract,
} from './negotiate-contract.ts';
import { locateId } from './locate-id.ts';
import { wrong } from './remark.ts';
import { isAccepted, statusOf } from '../../oracles/answers/answer-form.ts';

/** Tests if a refused deletion is accepted without a body: an intermediary may drop or block the body (D7). */
const deletedWithoutBody = async (exam: Examination, visit: Visit): Promise<boolean> => {
  if (!exam.run.target.decisions.deleteCarriesBody) return false;
  const exchange = await makeVisit(visit, exam, { rawBody: '', intent: 'open' });
  if (!isAccepted(exchange)) return false;
  exam.remarks.push(
    wrong(
      lineTitle(exam, visit.step.replace('-', ' ')),
      'a DELETE with {} is refused, and one without a body is accepted',
      'write decisions.deleteCarriesBody: false if a proxy does not let the body through; if not, the service is at fault, and a run reports it',
    ),
  );
  return true;
};

/** True if the resource exists; undefined if the answer proves neither. */
const isThere = (exchange: Exchange, isAbsent: boolean): boolean | undefined =>
  isAccepted(exchange) ? true : isAbsent ? false : undefined;

/** Decisions that an answer reveals; none if the call failed. */
export const decisionEvidenceIn = ({ step }: Visit, exchange: Exchange): DecisionEvidence => {
  const status = statusOf(exchange);
  const isLead = step === 'lead-create';
  const seen = isThere(exchange, isLead ? isNotServed(status) : status === 404);
  if (seen === undefined) return {};
  if (step === 'payment-status') return { paymentStatus: seen };
  if (step === 'contract-download') return { downloadReady: seen };
  return isLead ? { leadsLive: seen } : {};
};

/** Steps from draft to contract. Each id has the call that proves it beside the step that issues it; a line may lack steps. */
const DOCTOR_ROUTE: readonly Visit[] = [
  { step: 'draft-create' },
  { step: 'draft-update', revised: true },
  { step: 'car-post' },
  { step: 'car-delete' },
  { step: 'person-post' },
  { step: 'person-delete' },
  { step: 'metadata-post' },
  { step: 'metadata-delete' },
  { step: 'price-info' },
  // Before a payment can have been made (S14).
  { step: 'payment-status' },
  { step: 'price-request' },
  { step: 'token-terms' },
  { step: 'lead-create' },
  { step: 'contract-create' },
  { step: 'contract-download' },
];

/** Maximum number of data sets to try if a service refuses one. */
const MAX_DATA_SETS = 3;

/** Steps that validate generated data. */
const DATA_STEPS: readonly Step[] = ['draft-create', 'draft-update', 'price-request'];
const DATA_REFUSED = [400, 402, 409, 422];

/** Guesses that the steps before the contract adopted, and their alternatives. */
interface Open {
  readonly taken: Alternative[];
  readonly others: Alternative[];
}

/** Adopts the first place if the target has none; the contract tries the alternatives. */
const adoptFirst = (open: Open, isMissing: boolean, all: readonly Alternative[]): void => {
  const [best, ...rest] = all;
  if (!isMissing || !best) {
    open.others.push(...all);
    return;
  }
  best.use();
  open.taken.push(best);
  open.others.push(...rest);
};

/** Extracts more from an answer than a journey does. */
const extractEvidence = async (
  exam: Examination,
  visit: Visit,
  exchange: Exchange,
  open: Open,
): Promise<void> => {
  const { step } = visit;
  const { known } = exam;
  exam.evidence = { ...exam.evidence, ...decisionEvidenceIn(visit, exchange) };
  if (!isAccepted(exchange)) return;
  if (step === 'token-terms')
    adoptFirst(open, known.token === undefined, otherTokens(exam, exchange));
  if (step === 'price-request') {
    adoptFirst(open, known.price.amount === undefined, otherAmounts(exam, exchange));
    if (exam.line !== 'gap' && known.price.id === undefined)
      adoptFirst(open, true, otherPriceIds(exam, exchange).slice(0, 1));
  }
  await locateId(exam, step, exchange);
};

/** True for refusals that a key of the target explains, or that the sightings cover. */
const isNoted = (exam: Examination, { step }: Visit, exchange: Exchange): boolean => {
  const status = statusOf(exchange);
  if (step === 'payment-status' || step === 'contract-download') return status === 404;
  return step === 'lead-create' && exam.line === 'landlord' && isNotServed(status);
};

/** True if the draft was not readable immediately: other reads of it may lag as well. */
const isLagging = ({ exchanges }: Examination): boolean =>
  exchanges.some(
    (exchange) => exchange.operation?.endsWith('.draft-get') && statusOf(exchange) === 404,
  );

const conductVisit = async (exam: Examination, visit: Visit, open: Open): Promise<void> => {
  const { step } = visit;
  if (step === 'contract-create') {
    const others = [...open.others, ...otherBodies(exam)];
    const created = await negotiateContract(exam, { taken: open.taken, others });
    if (created) await locateId(exam, step, created);
    return;
  }
  const isRead = step === 'contract-download' || (step === 'payment-status' && isLagging(exam));
  const first = await (isRead ? pollVisit(exam.run, visit, exam) : makeVisit(visit, exam));
  // One of two replicas may lag behind (D3): the other one answers the next read.
  const isAsked = step === 'payment-status' && first !== undefined && statusOf(first) === 404;
  const exchange = isAsked ? await makeVisit(visit, exam) : first;
  if (!exchange) {
    exam.steps.push(`${step.replace('-', ' ')} not called`);
    noteNotCalled(exam, visit);
    return;
  }
  exam.steps.push(stepText(exam, visit, exchange));
  const isMended =
    !isAccepted(exchange) && step.endsWith('-delete') && (await deletedWithoutBody(exam, visit));
  if (!isAccepted(exchange) && !isMended && !isNoted(exam, visit, exchange))
    exam.remarks.push(refusalOf(exam, exchange));
  await extractEvidence(exam, visit, exchange, open);
};

const isDataRefused = (exam: Examination, { step }: Visit): boolean => {
  const last = exam.exchanges.findLast(({ operation }) => operation?.endsWith(`.${step}`));
  return DATA_STEPS.includes(step) && DATA_REFUSED.includes(statusOf(last));
};

/** Walks the line with one data set; with the last one to the end, in spite of refusals. */
const walkOnce = async (
  run: ExaminationRun,
  line: Line,
  number: number,
): Promise<{ readonly exam: Examination; readonly isRefused: boolean }> => {
  const seed = subSeed(run.plan.seed, 'doctor', line, number);
  const state = initialState({ run, test: `doctor/${line}/${number}`, seed }, line);
  const exam: Examination = { ...state, run, remarks: [], steps: [], evidence: {} };
  const open: Open = { taken: [], others: [] };
  for (const visit of DOCTOR_ROUTE) {
    const row = operationOf(line, visit.step);
    if (!row || !isAllowed(run, row.id)) continue;
    await conductVisit(exam, visit, open);
    if (number < MAX_DATA_SETS && isDataRefused(exam, visit)) return { exam, isRefused: true };
  }
  const isOpen = !isAllowed(run, rowOf(line, 'contract-create').id);
  if (isOpen) exam.remarks.push(...remarksOn(open.taken).filter((each) => isNamed(exam, each)));
  return { exam, isRefused: false };
};

/** Walks a line from draft to contract, and determines what its target has to declare. */
export const examineLine = async (run: ExaminationRun, line: Line): Promise<Examination> => {
  for (let number = 1; ; number += 1) {
    const { exam, isRefused } = await walkOnce(run, line, number);
    if (!isRefused) return exam;
  }
};
