import type { Visit } from '../journey/route.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { aboutLine, type Examination, isServed } from './examination.ts';
import { wrong } from './remark.ts';

/** Whether a deletion that was refused is served without a body, which something on the way may drop or not let through (D7). */
export const deletedWithoutBody = async (exam: Examination, visit: Visit): Promise<boolean> => {
  const call = legalCall(exam.run, visit, exam.state);
  if (isObstacle(call) || !exam.run.target.decisions.deleteCarriesBody) return false;
  const exchange = await makeCall(exam.run, { ...call, rawBody: '', intent: 'open' }, exam.state);
  if (!isServed(exchange)) return false;
  exam.remarks.push(
    wrong(
      aboutLine(exam, visit.step.replace('-', ' ')),
      'a DELETE with {} is refused, and one without a body is served',
      'write decisions.deleteCarriesBody: false if something on the way does not let the body through; if not, the service is at fault, which a run proves',
    ),
  );
  return true;
};
