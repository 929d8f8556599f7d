import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { expectedText } from '../judgement-texts.ts';
import { statusText, isSuccessStatus } from '../answers/answer-form.ts';
import { stillThere } from './other-draft.ts';
import { isDistinctive, judgeEarlyRead, type Written } from './read-back.ts';

/**
 * DRAFT-03 (D13): a draft that was served before concurrent updates and prices is served afterwards. `scene` describes the
 * calls, such as `5 calls at once`.
 */
export const judgeDraftAfterRace = (
  operation: OperationId,
  before: Exchange,
  race: readonly Exchange[],
  after: Exchange,
  scene: string,
): Judgement => {
  const base = {
    requirement: 'DRAFT-03',
    operation,
    wanted: `the draft to be readable (after updates and price requests, ${scene})`,
    got: statusText(after),
    exchanges: [before.n, ...race.map(({ n }) => n), after.n],
  } as const;
  const was = stillThere(before);
  if (was.verdict === 'pass') return { ...base, ...stillThere(after), twin: before.n };
  return was.verdict === 'fail'
    ? { ...base, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }
    : { ...base, ...was };
};

/**
 * LANDLORD-READBACK-… (D2): a draft shows, of every field, a value that one of the accepted updates of a race wrote (D1: they may
 * replace or merge). Only values that hardly ever agree by chance are judged. Returns the fails.
 */
export const judgeContentAfterRace = (
  written: readonly Written[],
  read: Exchange,
): readonly Judgement[] => {
  const strange = written.map((each) => judgeEarlyRead(each, read, written, isDistinctive));
  const scene = written.length > 1 ? `, written by ${written.length} updates at once` : '';
  const valuesAt = (at: number): readonly string[] => [
    ...new Set(strange.flatMap((fails) => (fails[at] ? [expectedText(fails[at])] : []))),
  ];
  return (strange[0] ?? []).map((first, at) => ({
    ...first,
    wanted: `${valuesAt(at).join(' or ')}${scene}`,
    exchanges: [...written.map(({ exchange }) => exchange), read.n],
  }));
};

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/** Requirements by the status that breaks them, for concurrent legal calls on existing objects (S9, S16). */
const REQUIREMENTS: Readonly<Record<number, RequirementId>> = {
  500: 'ERROR-01',
  404: 'PATH-01',
  405: 'PATH-01',
  501: 'PATH-01',
};

/** Requirements that concurrent calls can show to be broken. */
export const PARALLEL_ERRORS: readonly RequirementId[] = [...new Set(Object.values(REQUIREMENTS))];

/**
 * ERROR-01, PATH-01 (S9, S16): of legal calls made at once on existing objects, those that were not served or ended in a server
 * error; another of the same operation that succeeded is their control request. `scene` says how they were made, such as
 * `5 calls at once`. Refusals are not judged: a call may have to give way.
 */
export const judgeParallelErrors = (
  exchanges: readonly Exchange[],
  scene: string,
): readonly Judgement[] =>
  exchanges.flatMap((broken) => {
    const { operation } = broken;
    const requirement = REQUIREMENTS[statusOf(broken)];
    const accepted = exchanges.find(
      (each) => each.operation === operation && isSuccessStatus(statusOf(each)),
    );
    // A 404 without any success may be a read that came too early (D3).
    const isEarly = statusOf(broken) === 404 && broken.request.method === 'GET';
    if (!requirement || !operation || (isEarly && !accepted)) return [];
    const wanted =
      requirement === 'ERROR-01'
        ? 'no server error for a legal request'
        : 'a legal request to be served';
    return [
      {
        requirement,
        operation,
        verdict: 'fail',
        wanted: `${wanted} (${scene})`,
        got: statusText(broken),
        exchanges: [broken.n],
        ...(accepted ? { twin: accepted.n } : {}),
      },
    ];
  });

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'parallel-errors': judgeParallelErrors,
  'draft-after-race': judgeDraftAfterRace,
  'content-after-race': judgeContentAfterRace,
};
