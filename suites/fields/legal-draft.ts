import { judgeStageNotReached } from '../../oracles/refusals/legal-draft.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgeAcceptance, settleRefusal } from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../oracles/refusals/checkpoint.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { type Chase, chase, viaOf, followed } from './chase.ts';
import { isPricedWithout, priceWithout } from './price-without.ts';
import { stageOf, type ValueDraft, wantedOf } from './shared-draft.ts';

const TWIN_DRAWS = 20;

/** A twin without the value where complete bodies can be without it; drawn only when the value was refused. */
export const twinOf = (run: Run, value: LegalValue, pair: LegalPair, seed: number): object => {
  if (!value.holds(pair.twin, run.generators)) return pair.twin;
  for (let draw = 0; draw < TWIN_DRAWS; draw += 1) {
    const { twin } = value.drawnPair(run.generators, subSeed(seed, 'twin-of', draw));
    if (!value.holds(twin, run.generators)) return twin;
  }
  return pair.twin;
};

const legAt = ({ legs }: Chase, stage: Stage) => legs.find((leg) => leg.stage === stage);

/** Whether the draft with the value is taken, its twin only where it is not; `tried` is what became of it. */
export const judgeValueDraft = async (
  run: Run,
  { value, on, test, seed }: ValueDraft,
  pair: LegalPair,
  tried: Chase,
): Promise<readonly Judgement[]> => {
  const until = stageOf(on);
  const isPriced = isPricedWithout(run, value, on);
  const priced = isPriced ? await priceWithout(run, value, on, tried, { test, seed }) : [];
  const met = [...tried.judgements, ...priced];
  const leg = legAt(tried, until);
  if (!leg)
    return [
      ...met,
      run.judge(
        judgeStageNotReached,
        value.requirement,
        on,
        wantedOf(value),
        followed(tried),
        until,
      ),
    ];
  const { requirement } = value;
  const judged = run.judge(
    judgeAcceptance,
    leg.exchange,
    leg.operation,
    requirement,
    wantedOf(value),
  );
  if (judged.verdict !== 'fail') return [...met, judged];
  const twin = await chase(run, {
    line: operation(on).line,
    via: viaOf(on),
    until,
    intent: 'open',
    test,
    body: twinOf(run, value, pair, seed),
    seed: subSeed(seed, 'twin'),
  });
  const shown = legAt(twin, until);
  const isAccepted = shown !== undefined && (shown.status ?? 599) < 400;
  const outcome = isAccepted ? { accepted: shown.exchange } : 'refused';
  const settled = run.judge(settleRefusal, judged, leg.exchange, outcome);
  return [...met, ...twin.judgements, ...settled];
};
