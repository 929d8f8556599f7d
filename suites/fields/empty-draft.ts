import { programFile } from '../../client/project.ts';
import { completeDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import { judgeUpdateOfEmpty } from '../../oracles/refusals/empty-draft.ts';
import type { Line } from '../../spec/line.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Cases } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { withRepeat } from '../engine/sightings.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { createEmptyDraft } from './follow-draft.ts';

const REQUIREMENT = 'ERROR-01';

/** Lines whose creation holds the fields of a draft; motor gap's creation shows no body. */
const CREATED_WITH_FIELDS = ['jobloss', 'travel', 'landlord'] as const satisfies readonly Line[];

type Created = (typeof CREATED_WITH_FIELDS)[number];

const updateOf = (line: Created): OperationId => `${line}.draft-update`;
const nameOf = (line: Created): string => `legal/${updateOf(line)}/of-empty-draft`;

const update = (state: JourneyState): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-update', revised: true }, state, { intent: 'open' });

/** Updates a draft without any fields, and, after a server error, one that was created with the same fields. */
const once = async (run: Run, line: Created, attempt: 1 | 2): Promise<readonly Finding[]> => {
  const test = `${nameOf(line)}/${attempt}`;
  const seed = subSeed(run.plan.seed, test);
  const body = sample(completeDraft(line, run.generators), seed);
  const opened = () => initialState({ run, test, seed }, line, { draft: body, revised: body });
  const [empty, full] = [opened(), opened()];
  const found = (more: ReturnType<typeof judgeUpdateOfEmpty>): readonly Finding[] =>
    [...empty.judgements, ...full.judgements, ...more].map((each) => ({
      ...each,
      test,
      attempt,
      seed,
    }));
  const updated = (await createEmptyDraft(empty)) ? await update(empty) : undefined;
  if (!updated) return found([]);
  const isBroken = updated.response?.status === 500;
  if (isBroken) await makeVisit({ step: 'draft-create' }, full, { intent: 'open' });
  const ofFull = isBroken ? await update(full) : undefined;
  return found(run.judge(judgeUpdateOfEmpty, updateOf(line), updated, ofFull));
};

/** ERROR-01 (S9): drafts that were created without any fields are updated. */
export const emptyDrafts: Cases = {
  file: programFile(import.meta.url),
  requirements: [REQUIREMENT],
  judges: [judgeUpdateOfEmpty],
  cases: (run) =>
    CREATED_WITH_FIELDS.filter(
      (line) => run.judges(REQUIREMENT, updateOf(line)) || isReplayed(run, nameOf(line)),
    ).map((line) => ({
      requirement: REQUIREMENT,
      line,
      name: nameOf(line),
      draws: 1,
      collect: async () => withRepeat(await once(run, line, 1), () => once(run, line, 2)),
    })),
};
