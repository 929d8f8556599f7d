import { judgeNothingToSee } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignId } from '../../oracles/state/foreign-id.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import { lookRandom } from '../../oracles/state/unique-ids.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../engine/run.ts';
import { call, createDraft, inOtherWords } from './draft.ts';
import { notContracted, unreached } from '../journey/unreached.ts';
import { subSeed } from '../../generators/sample.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';

/** Drafts that are created one after the other on a line, and contracts, each of a draft of its own. */
const COUNTS = {
  gate: { drafts: 6, contracts: 2 },
  certify: { drafts: 24, contracts: 4 },
} as const;

const countOf = (run: Run, what: 'drafts' | 'contracts'): number =>
  COUNTS[run.plan.thorough ? 'certify' : 'gate'][what];

const makeDrafts = async (
  run: Run,
  line: Line,
  test: string,
  seed: number,
): Promise<JourneyState[]> => {
  const states: JourneyState[] = [];
  while (states.length < countOf(run, 'drafts')) {
    // Every second one is the customer's of the one before, in other words.
    const before = states.length % 2 === 1 ? states.at(-1) : undefined;
    const own = subSeed(seed, states.length);
    const given = before ? inOtherWords(run, line, before, own) : {};
    const { state } = await createDraft({ run, test, seed: own }, line, given);
    states.push(state);
    if (state.parameters.draftId === undefined) break;
  }
  return states;
};

/** What the contracts need is made side by side, the contracts one after the other. */
const makeContracts = async (
  run: Run,
  line: Line,
  test: string,
  seed: number,
): Promise<JourneyState[]> => {
  const row = operation(`${line}.contract-create`);
  const count = countOf(run, 'contracts');
  const prepared = await Promise.all(
    Array.from({ length: count }, (_, at) => prepare(row.id, { run, test, seed: subSeed(seed, at) })),
  );
  const states: JourneyState[] = [];
  for (const { state, call } of prepared) {
    if (call) await makeCall(run, call, state);
    states.push(state);
    if (state.parameters.contractId === undefined) break;
  }
  return states;
};

const MAKE = { drafts: makeDrafts, contracts: makeContracts } as const;

/**
 * Drafts or contracts of a line, made one after the other, once for all checks that look at them in the same attempt. The
 * last one lacks its id where the service did not make it.
 */
export type CreatedInTurn = (
  what: keyof typeof MAKE,
  line: Line,
  attempt: 1 | 2,
) => Promise<readonly JourneyState[]>;

/** What the suites of a run that compare ids look at. */
export const createdInTurn = (run: Run): CreatedInTurn => {
  const made = new Map<string, Promise<readonly JourneyState[]>>();
  return (what, line, attempt) => {
    const test = `state/${what}/${line}/${attempt}`;
    const own = made.get(test) ?? MAKE[what](run, line, test, subSeed(run.plan.seed, test));
    made.set(test, own);
    return own;
  };
};

const KINDS = {
  'ID-06': { what: 'drafts', step: 'draft-get', parameter: 'draftId', unknownId: 'ID-01' },
  'ID-07': { what: 'contracts', step: 'contract-get', parameter: 'contractId', unknownId: 'ID-02' },
} as const;

/** The requirements on ids of other lines. */
type ForeignIdRequirement = keyof typeof KINDS;

const askFor = (
  run: Run,
  requirement: ForeignIdRequirement,
  on: OperationId,
  id: string,
  test: string,
): Promise<Exchange> =>
  run.client.send({
    operation: on,
    params: { [KINDS[requirement].parameter]: id },
    test,
    intent: 'faulty',
    breaks: requirement,
  });

const idsOf = (requirement: ForeignIdRequirement, states: readonly JourneyState[]) =>
  states.flatMap(({ parameters }) => parameters[KINDS[requirement].parameter] ?? []);

const nothingToAsk = (run: Run, requirement: ForeignIdRequirement, on: OperationId): Judgement => {
  const wanted = 'ids of another line that look random';
  const got = 'no other line handed out any such ids';
  return run.judge(judgeNothingToSee, requirement, on, wanted, got);
};

/** Asks this line for a resource of another one; if the service serves it, also for an unknown id. */
const askForeign = async (
  run: Run,
  requirement: ForeignIdRequirement,
  on: OperationId,
  twin: Exchange,
  id: string,
  from: Line,
  test: string,
): Promise<Judgement> => {
  const foreign = await askFor(run, requirement, on, id, test);
  const isServed = isSuccess(foreign.response?.status ?? 0);
  const unknown = isServed ? await askFor(run, requirement, on, alteredId(id, 1), test) : undefined;
  const { unknownId } = KINDS[requirement];
  return run.judge(judgeForeignId, requirement, on, {
    foreign,
    twin,
    ...(unknown ? { unknown } : {}),
    unknownId,
    from,
  });
};

const collect =
  (run: Run, created: CreatedInTurn, requirement: ForeignIdRequirement, line: Line) =>
  async ({ test, attempt }: Try): Promise<readonly Judgement[]> => {
    const { what, step, parameter } = KINDS[requirement];
    const on: OperationId = `${line}.${step}`;
    const [own] = await created(what, line, attempt);
    if (!own) return [];
    if (own.parameters[parameter] === undefined) {
      return [
        what === 'contracts'
          ? notContracted(run, requirement, on, own)
          : unreached(run, requirement, on, own, `${line}.draft-create`, 'the id of the draft'),
      ];
    }
    const twin = await call(run, { step }, own);
    if (!twin || !isSuccess(twin.response?.status ?? 0)) {
      return [unreached(run, requirement, on, own, on, 'the id')];
    }
    const judged: Judgement[] = [];
    for (const from of LINES.filter((other) => other !== line)) {
      const ids = idsOf(requirement, await created(what, from, attempt));
      const [id] = ids;
      // D12: short ids and sequences may well be known to both lines.
      if (id === undefined || !lookRandom(ids)) continue;
      judged.push(await askForeign(run, requirement, on, twin, id, from, test));
    }
    return judged.length > 0 ? judged : [nothingToAsk(run, requirement, on)];
  };

/** ID-06, ID-07 (D12, S11): every line is asked for a draft and a contract of each of the others. */
export const foreignIdChecks = (run: Run, created: CreatedInTurn): readonly Check[] =>
  (['ID-06', 'ID-07'] as const).flatMap((requirement) =>
    LINES.map((line) => ({
      requirement,
      line,
      operations: [`${line}.${KINDS[requirement].step}` as const],
      name: `foreign-id/${requirement}/${line}`,
      collect: collect(run, created, requirement, line),
    })),
  );
