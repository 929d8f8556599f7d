import { operation, type OperationId } from '../../spec/operations.ts';
import type { Fault } from '../faults/fault.ts';
import { CIRCUMSTANCES } from './fault-circumstances.ts';
import { sceneOf } from './fault-scenes.ts';
import { SIGNS } from './fault-signs.ts';
import { idOn } from './journey.ts';
import { preparedCall } from './prepared-call.ts';
import type { Answer, Visitor } from './visitor.ts';

/** Whether any of the requests that tell of a fault is answered as only a faulty service answers it. Throws where none are known. */
export const shows = async (fault: Fault, visitor: Visitor, on: OperationId): Promise<boolean> => {
  const scene = sceneOf(fault);
  if (scene) return scene(visitor, on);
  const sign = SIGNS[fault.breaks.requirement];
  if (!sign) throw new Error(`there is no sign of ${fault.breaks.requirement} yet`);
  const { draft, calls = 1, priced, ...given } = CIRCUMSTANCES[fault.id] ?? {};
  for (const { body, unknown, ...departure } of sign.sent) {
    const prepared = await preparedCall(visitor, on, draft);
    const ids = { ...prepared.ids };
    if (unknown !== undefined) ids[unknown] = ids[unknown]?.replace(/.{4}$/, 'abcd') ?? '';
    const sent = body ?? given.body ?? prepared.body;
    if (priced) await visitor.call(idOn(operation(on).line, 'price-request'), prepared.ids, {});
    const answers: Answer[] = [];
    for (let call = 1; call <= calls; call += 1)
      answers.push(await visitor.call(on, ids, sent, departure));
    const last = answers.at(-1);
    if (last && (await sign.isWrong(last, operation(on), visitor))) return true;
  }
  return false;
};
