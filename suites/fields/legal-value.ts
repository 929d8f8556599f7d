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
  const twin = await chase({
    ...common,
    body: twinOf(value, pair, seed),
    seed: subSeed(seed, 'twin'),
  });
  const shown = twin.legs.at(-1);
  const isAccepted = shown !== undefined && (shown.status ?? 599) < 400;
  const outcome = isAccepted ? { accepted: shown.exchange.n } : 'refused';
  const settled = settleRefusal(judged, write.status, outcome);
  return [...tried.judgements, ...twin.judgements, ...settled];
};

const isDraftWrite = (on: OperationId) =>
  ['draft-create', 'draft-update'].includes(operation(on).step);

const TWIN_DRAWS = 20;

/** A twin without the value where complete bodies can be without it; drawn only when the value was refused. */
const twinOf = (value: LegalValue, pair: LegalPair, seed: number): object => {
  for (let draw = 0; draw < TWIN_DRAWS; draw += 1) {
    const { twin } = sample(value.pair(run.generators), subSeed(seed, 'twin-of', draw));
    if (!value.holds(twin, run.generators)) return twin;
  }
  return pair.twin;
};

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
    twin: (legal: Call) => ({ ...legal, body: twinOf(value, pair, seed) }),
  };
  return tryVariant(operation(on), variant, 1);
};

/** Bodies that a refused value is tried in before it is to blame: another value of a body is in half of them at most. */
const FURTHER_BODIES = 12;
/** Bodies that are tried while every twin is refused as well: a twin may share another value that is to blame. */
const FURTHER_TWINS = 3;
/** Beyond every ordinary draw, so that a further body is none that is tried anyway. */
const FURTHER_FROM = 1000;

/** What was refused although its value is taken elsewhere: a legal request at large, whatever in it is to blame. */
const atLarge = (finding: Finding, { requirement }: LegalValue): Finding =>
  finding.requirement === requirement && finding.verdict !== 'pass'
    ? { ...finding, requirement: 'LEGAL-01' }
    : finding;

/**
 * V17: a legal value is to blame for a refusal where every body that has it is refused, while twins are accepted. Where one
 * of them is taken it was another value of the body, which has a test of its own.
 */
export const judgeLegalValue = async (
  value: LegalValue,
  on: OperationId,
  draw: number,
): Promise<readonly Finding[]> => {
  const first = await once(value, on, draw);
  const says = (findings: readonly Finding[], wanted: Finding['verdict']) =>
    findings.some(
      ({ requirement, verdict }) => requirement === value.requirement && verdict === wanted,
    );
  if (says(first, 'pass') || says(first, 'observed')) {
    // What the universal oracles saw once is seen again, or was chance.
    const again = first.some(({ verdict }) => verdict === 'fail');
    return again ? [...first, ...(await once(value, on, FURTHER_FROM + draw))] : first;
  }
  const found = [...first];
  let refused = says(first, 'fail');
  for (let further = 1; further <= (refused ? FURTHER_BODIES : FURTHER_TWINS); further += 1) {
    const next = await once(value, on, FURTHER_FROM * further + draw);
    refused ||= says(next, 'fail');
    if (says(next, 'pass')) return [...found.map((each) => atLarge(each, value)), ...next];
    found.push(...next);
  }
  return found;
};
