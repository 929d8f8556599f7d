import { expect, test } from 'vitest';
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

test('a refusal that shows a text of the draft is a sighting of AUTH-04', async () => {
  const service = stubService();
  let email: unknown;
  const { run } = await stubRun((call) => {
    const { policyholder } = (call.body ?? {}) as { policyholder?: { contact?: object } };
    if (call.operation === 'jobloss.draft-create') email = policyholder?.contact;
    return call.intent === 'faulty' ? { ...refusalOf(call), body: { email } } : service(call);
  }, 'jobloss');
  const context = { ...PLAIN, refusals: 3 } as const;
  const state = initialState({ run, test: 'used', seed: 1, context }, 'jobloss');
  await makeVisits(writesOf('jobloss'), state);
  await useDraft(state);

  const failed = state.judgements.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement }) => requirement)).toEqual(['AUTH-04', 'AUTH-04']);
});
