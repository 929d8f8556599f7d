import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { collectDraftFault } from './draft-fault.ts';
import { faultsRun } from './batched-faults.ts';
import { draftProbes, drawOf } from './faulty-draft.ts';

const REQUIREMENT = 'JOBLOSS-FIELD-language-enum';
const { run: plain } = await stubRun(stubService(), 'jobloss', REQUIREMENT);
const [PROBE] = draftProbes(plain);

/** A gateway that fails the `isLost` calls this many times, in front of a service that refuses faulty bodies. */
const losing = (isLost: (call: Call) => boolean, times: number): StubService => {
  const service = stubService();
  let left = times;
  return (call) => {
    if (isLost(call) && left > 0) {
      left -= 1;
      return { status: 502 };
    }
    return call.intent === 'faulty' ? { status: 400 } : service(call);
  };
};

const openCells = async (times: number): Promise<readonly string[]> => {
  if (!PROBE) throw new Error(`${REQUIREMENT} has no probe`);
  const { valid } = drawOf(plain, PROBE, 1).pair;
  const isLost = ({ body }: Call): boolean => isDeepStrictEqual(body, valid);
  const { run } = await stubRun(losing(isLost, times), 'jobloss', REQUIREMENT);
  const findings = await collectDraftFault(faultsRun(run), PROBE, 1);
  return judgedCells(run, findings)
    .filter(({ verdict }) => verdict === 'inconclusive')
    .map(({ cell, reason }) => `${cell} ${reason ?? ''}`);
};

test('a lost answer is settled by the same draft once more', async () => {
  expect(await openCells(1)).toEqual([]);
});

test('a draft without an answer is not judged, even if a smaller one is answered', async () => {
  expect(await openCells(Infinity)).toEqual([`${REQUIREMENT}@${PROBE?.on ?? ''} disturbance`]);
});
