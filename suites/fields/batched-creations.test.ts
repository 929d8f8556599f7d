import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { collectDraftFault } from './draft-fault.ts';
import { faultsRun } from './batched-faults.ts';
import { draftProbes, type DraftProbe } from './draft-probes.ts';
import { drawOf } from './draw-draft.ts';
import { announcedDraft } from './faulty-draft.ts';

const ON = 'jobloss.draft-create';
const plain = faultsRun((await stubRun(stubService(), 'jobloss')).run);

const validOf = (probe: DraftProbe): object => drawOf(plain, probe, 1).pair.valid;

/** Two faults of an operation that share a body. */
const pairOfProbes = (): readonly [DraftProbe, DraftProbe] => {
  const probes = draftProbes(plain).filter(({ on, fault }) => {
    return on === ON && fault.checkpoint === 'schema';
  });
  for (const one of probes) {
    const other = probes.find(
      (each) => each !== one && isDeepStrictEqual(validOf(each), validOf(one)),
    );
    if (other) return [one, other];
  }
  throw new Error(`no two faults of ${ON} are put into the same body`);
};

const [ONE, OTHER] = pairOfProbes();
const CONTROL = validOf(ONE);

const isControl = ({ body }: Call): boolean => isDeepStrictEqual(body, CONTROL);

/** A service that refuses faulty bodies, and the first `refusals` control requests; counts the control requests. */
const counting = (refusals = 0): { readonly service: StubService; readonly sent: () => number } => {
  const service = stubService();
  let sent = 0;
  return {
    sent: () => sent,
    service: (call) => {
      if (call.intent === 'faulty') return { status: 400 };
      if (!isControl(call)) return service(call);
      sent += 1;
      return sent > refusals ? service(call) : { status: 400 };
    },
  };
};

const verdictOf = async (
  run: typeof plain,
  probe: DraftProbe,
): Promise<Readonly<Record<string, unknown>>> => {
  const findings = await collectDraftFault(run, probe, 1);
  const found = findings.findLast(({ requirement }) => requirement === probe.fault.requirement);
  return { verdict: found?.verdict, twin: found?.twin };
};

/** A run of the jobloss line that has announced both faults. */
const announcedRun = async (service: StubService): Promise<typeof plain> => {
  const run = faultsRun((await stubRun(service, 'jobloss')).run);
  for (const probe of [ONE, OTHER]) announcedDraft(run, probe, 1);
  return run;
};

test('faults in the same body share their control request', async () => {
  const { service, sent } = counting();
  const run = await announcedRun(service);

  const one = await verdictOf(run, ONE);
  const other = await verdictOf(run, OTHER);

  expect([one, other]).toEqual([{ verdict: 'pass', twin: one['twin'] }, one]);
  expect(sent()).toBe(1);
});

test('also if they are requested at the same moment', async () => {
  const { service, sent } = counting();
  const run = await announcedRun(service);

  const both = await Promise.all([verdictOf(run, ONE), verdictOf(run, OTHER)]);

  expect(both.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  expect(sent()).toBe(1);
});

test('a refused control request proves nothing: each fault sends its own', async () => {
  const { service, sent } = counting(1);
  const run = await announcedRun(service);

  expect(await verdictOf(run, ONE)).toMatchObject({ verdict: 'pass' });
  expect(await verdictOf(run, OTHER)).toMatchObject({ verdict: 'pass' });
  // Refused in the drawn spelling, the control request is sent in the canonical one and in its spelling again (W2); then each
  // fault sends its own.
  expect(sent()).toBe(5);
});

test('a service that refuses all drafts after its first one hides no fault', async () => {
  const service = stubService();
  let taken = 0;
  // It misses the other fault, and refuses everything once it has a draft, as if a quota were exhausted.
  const tired: StubService = (call) => {
    const isSeen = isDeepStrictEqual(call.body, drawOf(plain, ONE, 1).pair.faulty);
    if (call.operation !== ON || isSeen || taken > 0)
      return call.operation === ON ? { status: 400 } : service(call);
    taken += 1;
    return service(call);
  };
  const run = await announcedRun(tired);

  await verdictOf(run, ONE);
  const other = await verdictOf(run, OTHER);

  expect(other['verdict']).not.toBe('pass');
});

test('a replayed probe has its own control request', async () => {
  const { service, sent } = counting();
  const run = await announcedRun(service);
  await collectDraftFault(run, ONE, 1);
  const probes = [`fields/${OTHER.on}/${OTHER.fault.id}/1`];

  await collectDraftFault({ ...run, plan: { ...run.plan, probes } }, OTHER, 1);

  expect(sent()).toBe(2);
});
