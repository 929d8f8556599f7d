import { expect, test } from 'vitest';
import { valueAt } from '../../generators/pointer.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { makeVisits } from '../journey/make-call.ts';
import { writesOf } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';
import { PLAIN } from './context.ts';
import { useDraft } from './use-draft.ts';

/** Brings a draft into a context with invalid calls; returns those calls, and what failed. */
const useWith = async (answerTo: (breaks: string | undefined) => StubService) => {
  const service = stubService();
  const { run, sent } = await stubRun(
    (call) => (call.intent === 'faulty' ? answerTo(call.breaks)(call) : service(call)),
    'jobloss',
  );
  const context = { ...PLAIN, refusals: 3 } as const;
  const state = initialState({ run, test: 'used', seed: 1, context }, 'jobloss');
  await makeVisits(writesOf('jobloss'), state);
  await useDraft(state);
  const failed = state.judgements.filter(({ verdict }) => verdict === 'fail');
  return { sent, failed: failed.map(({ requirement }) => requirement) };
};

test('makes three invalid reads of the draft, each of another kind', async () => {
  const { sent, failed } = await useWith(() => refusalOf);

  const faulty = sent.filter(({ intent }) => intent === 'faulty');
  expect(faulty.map(({ breaks }) => breaks)).toEqual(['AUTH-01', 'AUTH-02', 'VERSION-01']);
  expect(failed).toEqual([]);
});

test.each(['AUTH-01', 'AUTH-02', 'VERSION-01'])(
  'an invalid read that is accepted is a sighting of %s',
  async (requirement) => {
    const accepted: StubService = () => ({ status: 200, body: {} });
    const { failed } = await useWith((breaks) => (breaks === requirement ? accepted : refusalOf));

    expect(failed).toEqual([requirement]);
  },
);

/** Uses a draft whose refused calls show a part of its policyholder; what failed, and what was noted for any check. */
const useDisclosing = async (partOf: (policyholder: object | undefined) => unknown) => {
  const service = stubService();
  let shown: unknown;
  const { run } = await stubRun((call) => {
    const { policyholder } = (call.body ?? {}) as { policyholder?: object };
    if (call.operation === 'jobloss.draft-create') shown = partOf(policyholder);
    return call.intent === 'faulty' ? { ...refusalOf(call), body: { shown } } : service(call);
  }, 'jobloss');
  const context = { ...PLAIN, refusals: 3 } as const;
  const state = initialState({ run, test: 'used', seed: 1, context }, 'jobloss');
  await makeVisits(writesOf('jobloss'), state);
  await useDraft(state);
  const requirementsOf = (judged: readonly Judgement[]) =>
    judged.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
  return {
    failed: requirementsOf(state.judgements),
    noted: requirementsOf(run.memory.met.take('used', [])),
  };
};

test('a refusal that shows the e-mail of the draft is a sighting of AUTH-04, whatever the check reports', async () => {
  const { failed, noted } = await useDisclosing((policyholder) =>
    valueAt(policyholder, '/contact/email'),
  );

  expect(failed).toEqual(['AUTH-04', 'AUTH-04']);
  expect(noted).toEqual(['AUTH-04', 'AUTH-04']);
});

test('a refusal that shows a street, which other drafts may have, proves nothing', async () => {
  const { failed } = await useDisclosing((policyholder) =>
    valueAt(policyholder, '/address/street'),
  );

  expect(failed).toEqual([]);
});

test('of two cars that a draft has had, the later calls name the one that is still there', async () => {
  const { run, sent } = await stubRun(stubService(), 'travel');
  const context = { ...PLAIN, items: 2 } as const;
  const state = initialState({ run, test: 'used', seed: 1, context }, 'travel');
  await makeVisits(writesOf('travel'), state);
  await useDraft(state);

  const onCars = sent.filter(({ operation: on }) => on.startsWith('travel.car-'));
  expect(onCars.map(({ operation: on }) => on)).toEqual([
    'travel.car-post',
    'travel.car-delete',
    'travel.car-post',
  ]);
  expect(state.parameters.carId).not.toBe(onCars[1]?.params?.['carId']);
});
