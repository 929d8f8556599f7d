import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { collectDraftFault } from './draft-fault.ts';
import { faultsRun } from './batched-faults.ts';
import { draftProbes } from './draft-probes.ts';
import { drawOf } from './draw-draft.ts';

const REQUIREMENT = 'JOBLOSS-FIELD-language-enum';
const { run: plain } = await stubRun(stubService(), 'jobloss', REQUIREMENT);
const [PROBE] = draftProbes(plain);

/** Answers the `isLost` calls with a status this many times, in front of a service that refuses faulty bodies. */
const losing = (isLost: (call: Call) => boolean, times: number, status = 502): StubService => {
  const service = stubService();
  let left = times;
  return (call) => {
    if (isLost(call) && left > 0) {
      left -= 1;
      return { status };
    }
    return call.intent === 'faulty' ? { status: 400 } : service(call);
  };
};

const worstCells = async (times: number, status = 502): Promise<readonly string[]> => {
  if (!PROBE) throw new Error(`${REQUIREMENT} has no probe`);
  const { valid } = drawOf(plain, PROBE, 1).pair;
  const isLost = ({ body }: Call): boolean => isDeepStrictEqual(body, valid);
  const { run } = await stubRun(losing(isLost, times, status), 'jobloss', REQUIREMENT);
  const findings = await collectDraftFault(faultsRun(run), PROBE, 1);
  return judgedCells(run, findings)
    .filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail')
    .map(({ cell, verdict, reason }) => `${cell} ${reason ?? verdict}`);
};

test('sends the same draft again to settle a lost answer', async () => {
  expect(await worstCells(1)).toEqual([]);
});

test('a draft that is never answered is inconclusive, though a smaller one is answered', async () => {
  const on = PROBE?.on ?? '';
  expect(await worstCells(Infinity)).toEqual([
    `PATH-01@${on} disturbance`,
    `${REQUIREMENT}@${on} disturbance`,
  ]);
});

test('a control request with a server error fails, though a smaller draft is accepted (S9)', async () => {
  expect(await worstCells(Infinity, 500)).toContain(`ERROR-01@${PROBE?.on ?? ''} fail`);
});

const BIRTHDATE = 'GAP-FIELD-risk.drivers[].person.birthdate-format';

interface GapBody {
  readonly risk?: {
    readonly drivers?: readonly { readonly person?: { readonly birthdate?: string } }[];
    readonly vehicle?: { readonly details?: object };
  };
}

/** Validates the birthdate of the first driver alone, and prices no draft without vehicle details. */
const checkingOneDriver = (): StubService => {
  const service = stubService();
  const written = new Map<string | undefined, GapBody>();
  return (call) => {
    const id = call.params?.['draftId'];
    if (call.operation === 'gap.draft-update') {
      const body = call.body as GapBody;
      const { birthdate = '2000-01-01' } = body.risk?.drivers?.[0]?.person ?? {};
      if (!/^\d{4}-\d{2}-\d{2}$/.test(birthdate)) return { status: 400 };
      written.set(id, body);
    }
    const isPrice = call.operation === 'gap.price-request';
    const isPriced = written.get(id)?.risk?.vehicle?.details !== undefined;
    return isPrice && !isPriced ? { status: 402 } : service(call);
  };
};

test('a fault in the second item of a list is tried in a complete draft if its own had no price', async () => {
  const { run } = await stubRun(checkingOneDriver(), 'gap', BIRTHDATE);
  const probes = draftProbes(run).filter(({ fault }) => fault.id.endsWith('/day-first'));
  const seeded = (seed: number) => faultsRun({ ...run, plan: { ...run.plan, seed } });
  // Lazily: each seed draws the bodies of a whole line.
  const unpriced = Array.from({ length: 60 }, (_, at) => at + 1)
    .values()
    .flatMap((seed) => probes.map((probe) => ({ run: seeded(seed), probe })))
    .find(({ run: own, probe }) => {
      const { context, pair } = drawOf(own, probe, 1);
      const { vehicle } = (pair.valid as GapBody).risk ?? {};
      return context.listPosition === 'second' && vehicle?.details === undefined;
    });
  if (!unpriced) throw new Error('no seed draws such a draft');
  const found = await collectDraftFault(unpriced.run, unpriced.probe, 1);

  const own = found.filter(({ requirement }) => requirement === BIRTHDATE);
  expect(own.map(({ verdict }) => verdict)).toContain('fail');
});
