import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isAccepted, statusText } from '../answers/answer-form.ts';
import { type Example, type Examples, sampleExchange } from '../example.ts';
import type { Judgement, Verdict } from '../finding.ts';
import { type Decision, judgeRefusal } from '../refusals/refusal.ts';

/** A draft or contract requested through the path of a line that did not issue its id. */
interface ForeignId {
  readonly foreign: Exchange;
  /** The same read with an id of this line. */
  readonly twin: Exchange;
  /** The same read with an id that was never issued, if the foreign one was not refused. */
  readonly unknown?: Exchange | undefined;
  /** The requirement on ids that were never issued. */
  readonly unknownId: RequirementId;
  /** The line that issued it. */
  readonly from: Line;
}

type Outcome = Pick<Judgement, 'verdict' | 'reason' | 'blockedBy'>;

/** Decision about an id that is unknown to the line. */
const decide = (on: OperationId, { response }: Exchange): Decision => {
  const { wanted: _, ...decision } = judgeRefusal('unknown-id', operation(on), response?.status);
  return decision;
};

const settle = (
  on: OperationId,
  { foreign, twin: control, unknown, unknownId }: ForeignId,
): Outcome => {
  if (!isAccepted(control)) return { verdict: 'inconclusive', reason: 'twin-refused' };
  const decision = decide(on, foreign);
  // An operation that serves any id, or fails on it, breaks the requirement on unknown ids, not this one.
  if (decision.verdict === 'fail' && unknown && decide(on, unknown).verdict === 'fail') {
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: unknownId };
  }
  return decision;
};

/** ID-06, ID-07 (D12, S11): an id of another line is unknown here. The ids must look random; see `lookRandom`. */
export const judgeForeignId = (
  requirement: RequirementId,
  on: OperationId,
  ids: ForeignId,
): Judgement => {
  const { foreign, twin: control, unknown, from } = ids;
  const seen = [control, unknown, foreign].filter((each) => each !== undefined);
  return {
    requirement,
    operation: on,
    ...settle(on, ids),
    wanted: 'a refusal, such as 404, of an id from another line',
    got: `${statusText(foreign)} for an id from ${LINE_TITLES[from]}`,
    exchanges: seen.map(({ n }) => n),
    twin: control.n,
  };
};

/** ID-01 to ID-05 (S11): the id that was never issued, if it was sent and not refused. */
export const judgeServedUnknown = (
  on: OperationId,
  { twin: control, unknown, unknownId }: Pick<ForeignId, 'twin' | 'unknown' | 'unknownId'>,
): readonly Judgement[] => {
  if (!unknown || !isAccepted(control)) return [];
  const decision = decide(on, unknown);
  if (decision.verdict !== 'fail') return [];
  const judged: Judgement = {
    requirement: unknownId,
    operation: on,
    ...decision,
    wanted: 'a refusal, such as 404, of an id that was never issued',
    got: statusText(unknown),
    exchanges: [control.n, unknown.n],
    twin: control.n,
  };
  return [judged];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'foreign-id': judgeForeignId,
  'served-unknown-id': judgeServedUnknown,
};

/** Answers to the id of another line, to one of this line, and to one that was never issued, if that was sent. */
const example = (
  what: string,
  verdict: Verdict,
  foreign: number,
  control = 200,
  unknown?: number,
  on: OperationId = 'jobloss.draft-get',
): Example => ({
  what,
  verdict,
  judged: () =>
    judgeForeignId('ID-06', on, {
      foreign: sampleExchange(on, foreign, { n: 3 }),
      twin: sampleExchange(on, control, { n: 1 }),
      unknown: unknown === undefined ? undefined : sampleExchange(on, unknown, { n: 2 }),
      unknownId: 'ID-01',
      from: 'travel',
    }),
});

/** Decisions on made-up answers. */
export const examples: Examples = {
  'served-unknown-id': [
    {
      what: 'an id that was never issued leads to a contract',
      verdict: 'fail',
      judged: () =>
        judgeServedUnknown('gap.contract-create', {
          twin: sampleExchange('gap.contract-create', 303, { n: 1 }),
          unknown: sampleExchange('gap.contract-create', 303, { n: 2 }),
          unknownId: 'ID-01',
        }),
    },
  ],
  'foreign-id': [
    example('an id of another line is answered with 404', 'pass', 404),
    example('an id of another line is called impossible (400)', 'pass', 400),
    example(
      'an id of another line is served, one that was never issued is not',
      'fail',
      200,
      200,
      404,
    ),
    example(
      'an id of another line leads to a contract, one that was never issued does not',
      'fail',
      303,
      303,
      404,
      'gap.contract-create',
    ),
    example(
      'an id of another line is answered with 500, one that was never issued with 404',
      'fail',
      500,
      303,
      404,
      'gap.contract-create',
    ),
    example('any id leads to a contract', 'inconclusive', 303, 303, 303, 'gap.contract-create'),
    example(
      'any unknown id is answered with 500',
      'inconclusive',
      500,
      303,
      500,
      'gap.contract-create',
    ),
    example('an id of this line is refused as well', 'inconclusive', 200, 404),
    example('an id of another line is not permitted (403)', 'inconclusive', 403),
    example('an id of another line is answered with 503', 'inconclusive', 503),
  ],
};
