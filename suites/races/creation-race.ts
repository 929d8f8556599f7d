import { judgeNoRace, judgeParallelErrors } from '../../oracles/state/race.ts';
import { idAt } from '../../client/target/places.ts';
import type { Call } from '../../client/http/client.ts';
import { completeDraft, revisedDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import { withValues } from '../journey/data.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, rowOf } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { race, raceSize } from './draft-races.ts';

const WANTED = 20;

/** What a creation of a race was answered, with what was sent. */
export interface Created {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly id: string;
}

/** The creations of a race that succeeded and gave an id. */
export const createdOf = (
  calls: readonly Call[],
  exchanges: readonly Exchange[],
  places: readonly string[],
): readonly Created[] =>
  exchanges.flatMap((exchange, at) => {
    const call = calls[at];
    const id = isSuccess(exchange.response?.status ?? 0) ? idAt(places, exchange) : undefined;
    return call && id !== undefined ? [{ exchange, call, id }] : [];
  });

/** D11: no id comes twice out of a race. */
export const collectCreated = (
  run: Run,
  requirement: RequirementId,
  created: readonly Created[],
  operation: OperationId,
  scene: string,
): readonly Judgement[] =>
  run.judge(
    judgeUniqueIds,
    requirement,
    operation,
    created.map(({ exchange, call, id }) => ({
      id,
      exchange: exchange.n,
      content: JSON.stringify(call.body),
    })),
    scene,
  );

const withDraft = (state: JourneyState, draft: unknown): JourneyState => ({
  ...state,
  data: withValues(state.data, { draft }),
  known: { ...state.known, draft: {} },
});

/** Different drafts: every other one is the same customer's with other terms, the others are of other people. */
const draftsOf = (
  run: Run,
  { line, data }: JourneyState,
  seed: number,
  size: number,
): readonly unknown[] =>
  Array.from({ length: size }, (_, at) => {
    const own = subSeed(seed, 'draft', at);
    return at % 2 === 0
      ? sample(revisedDraft(line, data.draft as object, run.generators), own)
      : sample(completeDraft(line, run.generators), own);
  });

const collect =
  (run: Run, line: Line) =>
  async ({ test, seed }: Try): Promise<readonly Judgement[]> => {
    const row = rowOf(line, 'draft-create');
    // A draft to open the connections with.
    const { state, call, judgements } = await prepare(`${line}.draft-get`, { run, test, seed });
    if (!call) return judgements;
    const { size, scene } = raceSize(run, WANTED);
    if (size < 2)
      return [...judgements, run.judge(judgeNoRace, 'UNIQUE-01', row.id, state.exchanges.at(-1))];
    const calls = draftsOf(run, state, seed, size).flatMap((draft) => {
      const each = legalCall(run, { step: 'draft-create' }, withDraft(state, draft));
      return isObstacle(each) ? [] : [each];
    });
    const exchanges = await race(run, calls, state);
    const created = createdOf(calls, exchanges, run.target.ids[line].draft);
    return [
      ...judgements,
      ...collectCreated(run, 'UNIQUE-01', created, row.id, scene),
      ...run.judge(judgeParallelErrors, exchanges, scene),
    ];
  };

/** UNIQUE-01 (D11): many drafts are created at once. */
export const creationRaces = (run: Run): readonly Check[] =>
  LINES.map((line) => ({
    requirement: 'UNIQUE-01',
    line,
    operations: [rowOf(line, 'draft-create').id],
    name: `create/${line}`,
    collect: collect(run, line),
  }));
