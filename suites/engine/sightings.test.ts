import { expect, test } from 'vitest';
import { deletedItems } from '../state/deleted-item.ts';
import { keptItemRaces } from '../races/item-race.ts';
import { checksSuite } from './checks.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { reportOthers, sendRecorded } from './sightings.ts';
import { judgeAnswer } from '../journey/every-answer.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';

/** A service that answers a deletion with 204 instead of the stated 200 if its draft had an earlier one. */
const laterDeletions = (service: StubService): StubService => {
  const deletedFrom = new Set<string | undefined>();
  return (call) => {
    const answer = service(call);
    if (call.operation !== 'travel.car-delete' || answer.status !== 200) return answer;
    const draft = call.params?.['draftId'];
    const isLater = deletedFrom.has(draft);
    deletedFrom.add(draft);
    return isLater ? { status: 204 } : answer;
  };
};

test.each([
  ['items are deleted', 'deleted-item/car', deletedItems],
  ['cars are added at once', 'add/car', keptItemRaces],
] as const)('if %s, a wrong status of a success is reported, too', async (_what, name, all) => {
  const { run, found } = await stubRun(laterDeletions(stubService()), 'travel');
  const checks = all.checks.filter((check) => check.name === name);
  const { tests } = checksSuite(run, 'state', [{ ...all, checks }]);
  for (const { conduct } of tests) await conduct();
  const cells = judgedCells(run, found);

  expect(cells.find(({ cell }) => cell === 'STATUS-01@travel.car-delete')?.verdict).toBe('fail');
});

const DELETION = {
  operation: 'travel.car-delete',
  params: { draftId: 'draft-1', carId: 'car-1' },
  intent: 'legal',
} as const;

test.each([
  ['a field probe', 'fields/a', true],
  [
    'a question, whose draft may show its invalid content',
    'observations/gap.draft-create/a',
    false,
  ],
])(
  'at the end of a run, a failure that %s met (%s) is reported: %s',
  async (_, name, isReported) => {
    const { run, found } = await stubRun(() => ({ status: 204 }), 'travel');
    const call = { ...DELETION, test: name };
    await sendRecorded(run, call);
    reportOthers(run);
    reportOthers(run);

    const wrong = found.filter(({ requirement }) => requirement === 'STATUS-01');
    expect(wrong.map((each) => [each.test, each.verdict])).toEqual(
      isReported ? [[name, 'fail']] : [],
    );
  },
);

test('a failure that a suite reported is not reported again at the end of the run', async () => {
  const { run, found } = await stubRun(() => ({ status: 204 }), 'travel');
  const call = { ...DELETION, test: 'fields/a' };
  const answer = await sendRecorded(run, call);
  const [judged] = judgeAnswer(run, answer).filter(({ verdict }) => verdict === 'fail');
  if (!judged) throw new Error('expected the answer to be wrong');
  run.write([{ ...judged, test: 'fields/a', attempt: 1, seed: 1 }]);
  reportOthers(run);

  expect(found.filter(({ requirement }) => requirement === 'STATUS-01')).toHaveLength(1);
});
