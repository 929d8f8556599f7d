import type { Call } from '../../client/http/client.ts';
import { completeDraft, revisedDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { judgeParallelErrors } from '../../oracles/state/race.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINES } from '../../spec/line.ts';
import { programFile } from '../../client/project.ts';
import type { Checks } from '../engine/checks.ts';
import { withValues } from '../journey/data.ts';
import { possibleCall } from '../journey/make-call.ts';
import { runRace, type Race, raceCalls } from './race.ts';
import { idAt } from '../../client/target/places.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';

/** The answer to one creation of a race, with its call. */
export interface Created {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly id: string;
}

/** Successful creations of a race that show an id. */
export const createdOf = (
  calls: readonly Call[],
  exchanges: readonly Exchange[],
  places: readonly string[],
): readonly Created[] =>
  exchanges.flatMap((exchange, at) => {
    const call = calls[at];
    const id = isServed(exchange) ? idAt(places, exchange) : undefined;
    return call && id !== undefined ? [{ exchange, call, id }] : [];
  });

/** D11: no id is issued twice in a race. */
export const judgeCreated = (
  { state: { run }, scene }: Race,
  requirement: RequirementId,
  on: OperationId,
  created: readonly Created[],
): readonly Judgement[] => {
  const ids = created.map(({ exchange, call, id }) => {
    return { id, exchange: exchange.n, content: JSON.stringify(call.body) };
  });
  return run.judge(judgeUniqueIds, requirement, on, ids, scene);
};

/** Number of drafts that are created at once. */
const CREATIONS = { gate: 8, certify: 12 } as const;

/** Creations of different drafts: every other one has the same customer with other terms, the rest have other customers. */
const creationsOf = ({ state, size }: Race, seed: number): readonly Call[] => {
  const { run, line, data, known } = state;
  return Array.from({ length: size }, (_, at) => {
    const own = subSeed(seed, 'draft', at);
    const draft =
      at % 2 === 0
        ? sample(revisedDraft(line, data.draft as object, run.generators), own)
        : sample(completeDraft(line, run.generators), own);
    const other = { ...state, data: withValues(data, { draft }), known: { ...known, draft: {} } };
    return possibleCall({ step: 'draft-create' }, other) ?? [];
  }).flat();
};

/** UNIQUE-01 (D11): many concurrent creations of drafts, over connections that reads of another draft have opened. */
export const creationRaces: Checks = {
  suite: 'races',
  file: programFile(import.meta.url),
  judges: [judgeUniqueIds],
  checks: LINES.map((line) => {
    const about = { requirement: 'UNIQUE-01', on: `${line}.draft-create` } as const;
    return {
      requirement: about.requirement,
      line,
      operations: [about.on],
      name: `create/${line}`,
      collect: (one) =>
        runRace(
          one,
          about,
          CREATIONS[one.run.plan.thorough ? 'certify' : 'gate'],
          async (held) => {
            const calls = creationsOf(held, one.seed);
            const exchanges = await raceCalls(calls, held.state);
            const created = createdOf(calls, exchanges, one.run.target.ids[line].draft);
            return [
              ...judgeCreated(held, about.requirement, about.on, created),
              ...one.run.judge(judgeParallelErrors, exchanges, held.scene),
            ];
          },
          `${line}.draft-get`,
        ),
    };
  }),
};
