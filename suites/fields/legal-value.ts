import type { Call } from '../../client/client.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { judgeAcceptance, settleRefusal } from '../../oracles/acceptance.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { tryVariant } from '../protocol/legal-variants.ts';
import { run } from '../run.ts';
import { chase, viaOf } from './chase.ts';

const wantedOf = ({ pointer, name }: LegalValue) => `${pointer} (${name}) is accepted`;

/** V17 speaks of draft writes: whether the write takes the value, its twin only where it does not. */
const tryDraft = async (
  value: LegalValue,
  on: OperationId,
  pair: LegalPair,
  test: string,
  seed: number,
): Promise<readonly Judgement[]> => {
  const { line } = operation(on);
  const common = { line, via: viaOf(on), until: 'write', intent: 'open', test } as const;
  const tried = await chase({ ...common, body: pair.valid, seed, readBack: true });
  const write = tried.legs.at(-1);
  if (!write) {
    const base = { requirement: value.requirement, operation: on, exchanges: [] };
    const stuck: Judgement = {
      ...base,
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'DRAFT-02',
      wanted: wantedOf(value),
      got: tried.stuck ?? 'nothing was sent',
    };
    return [...tried.judgements, stuck];
  }
  const judged = judgeAcceptance(
    write.exchange,
    write.operation,
    value.requirement,
    wantedOf(value),
  );
  if (judged.verdict !== 'fail') return [...tried.judgements, judged];
  const twin = await chase({ ...common, body: pair.twin, seed: subSeed(seed, 'twin') });
  const shown = twin.legs.at(-1);
  const isAccepted = shown !== undefined && (shown.status ?? 599) < 400;
  const outcome = isAccepted ? { accepted: shown.exchange.n } : 'refused';
  const settled = settleRefusal(judged, write.status, outcome);
  return [...tried.judgements, ...twin.judgements, ...settled];
};

const isDraftWrite = (on: OperationId) =>
  ['draft-create', 'draft-update'].includes(operation(on).step);

const once = async (
  value: LegalValue,
  on: OperationId,
  draw: number,
): Promise<readonly Finding[]> => {
  const seed = subSeed(run.plan.seed, 'legal', on, value.id, draw);
  const pair = sample(value.pair(run.generators), seed);
  const test = `legal/${on}/${value.id}/${draw}`;
  if (isDraftWrite(on)) {
    const judgements = await tryDraft(value, on, pair, test, seed);
    return judgements.map((each) => ({ ...each, test, attempt: 1, seed }));
  }
  const variant = {
    requirement: value.requirement,
    name: `legal/${value.id}/${draw}`,
    wanted: wantedOf(value),
    change: (legal: Call) => ({ ...legal, body: pair.valid }),
    twin: (legal: Call) => ({ ...legal, body: pair.twin }),
  };
  return tryVariant(operation(on), variant, 1);
};

/** A legal value that is refused is seen in a second, otherwise different body before it counts (V17). */
export const judgeLegalValue = async (
  value: LegalValue,
  on: OperationId,
  draw: number,
): Promise<readonly Finding[]> => {
  const first = await once(value, on, draw);
  const suspect = first.some(({ verdict }) => verdict === 'fail');
  // Beyond every ordinary draw, so that the second body is none that is tried anyway.
  return suspect ? [...first, ...(await once(value, on, draw + 1000))] : first;
};
