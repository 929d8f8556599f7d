import { judgeNothingToSee } from '../../oracles/state/nothing-to-see.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignId } from '../../oracles/state/foreign-id.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import { lookRandom } from '../../oracles/state/random-looking.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../run.ts';
import { createdOn } from './created.ts';
import { call } from './draft.ts';
import { notContracted, unreached } from './unreached.ts';

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
  (run: Run, requirement: ForeignIdRequirement, line: Line) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { what, step, parameter } = KINDS[requirement];
    const on: OperationId = `${line}.${step}`;
    const [own] = await createdOn(run, what, line, one);
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
      const ids = idsOf(requirement, await createdOn(run, what, from, one));
      const [id] = ids;
      // D12: short ids and sequences may well be known to both lines.
      if (id === undefined || !lookRandom(ids)) continue;
      judged.push(await askForeign(run, requirement, on, twin, id, from, one.test));
    }
    return judged.length > 0 ? judged : [nothingToAsk(run, requirement, on)];
  };

/** ID-06, ID-07 (D12, S11): every line is asked for a draft and a contract of each of the others. */
export const foreignIdChecks = (run: Run): readonly Check[] =>
  (['ID-06', 'ID-07'] as const).flatMap((requirement) =>
    LINES.map((line) => ({
      requirement,
      line,
      operations: [`${line}.${KINDS[requirement].step}` as const],
      name: `foreign-id/${requirement}/${line}`,
      collect: collect(run, requirement, line),
    })),
  );
