import { expect, test } from 'vitest';
import type { ObservationPair } from '../../generators/invalid/observation.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { announcedQuestion, askQuestion, type AskedQuestion, questionsOf } from './questions.ts';

const LINE = 'jobloss';

/**
 * Asks each question about the creation of a draft, optionally announced; returns the announced odd bodies and the sent ones.
 */
const putAll = async (isAnnounced: boolean) => {
  const { run, sent } = await stubRun(stubService(), LINE);
  const questions = questionsOf(run, LINE).filter(({ on }) => on === 'jobloss.draft-create');
  const bodyOf = async (asked: AskedQuestion) => {
    const wanted = isAnnounced ? (announcedQuestion(run, asked).data as ObservationPair).text : '';
    const before = sent.length;
    await askQuestion(run, asked);
    return { wanted, put: sent[before]?.rawBody };
  };
  const bodies = [];
  for (const asked of questions) bodies.push(await bodyOf(asked));
  return bodies;
};

test('sends an announced question as announced', async () => {
  const bodies = await putAll(true);

  expect(bodies.length).toBeGreaterThan(1);
  expect(bodies.map(({ put }) => put)).toEqual(bodies.map(({ wanted }) => wanted));
});

test('a question that was not announced, as in a replay, is the same', async () => {
  const announced = await putAll(true);
  const replayed = await putAll(false);

  expect(replayed.map(({ put }) => put)).toEqual(announced.map(({ put }) => put));
});

test('gates with six seeds in a row ask every question, each a part of them', async () => {
  const { run } = await stubRun(stubService(), LINE);
  const askedWith = (seed: number): readonly string[] =>
    questionsOf({ ...run, plan: { ...run.plan, seed } }, LINE).map(
      ({ observation }) => observation.id,
    );
  const byGates = Array.from({ length: 6 }, (_, seed) => askedWith(seed));
  const byCertify = questionsOf({ ...run, plan: { ...run.plan, thorough: true } }, LINE);

  expect(byGates.flat().toSorted()).toEqual(
    [...new Set(byCertify.map(({ observation }) => observation.id))].toSorted(),
  );
  for (const asked of byGates) expect(asked.length).toBeLessThan(byGates.flat().length / 4);
});
