import { subSeed } from '../generators/sample.ts';
import { ENOUGH_REQUESTS, isSuspected, judgeAlwaysBroken } from '../oracles/always-broken.ts';
import type { Judgement } from '../oracles/finding.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Try } from './checks.ts';
import { makeCall } from './journey/visit.ts';
import { legalCallsOf } from './legal-calls-seen.ts';
import { prepare } from './preparation.ts';
import { registerWholeRunChecks } from './whole-run-checks.ts';

// A module of its own, after all that makes legal calls: those of the whole run are looked at (S9).

/** Repeats an operation that has only broken down so far, until that is enough or another answer came. */
const judge = async (on: OperationId, { test, seed }: Try): Promise<readonly Judgement[]> => {
  const met: Judgement[] = [];
  for (let times = 0; times < ENOUGH_REQUESTS && isSuspected(legalCallsOf(on)); times += 1) {
    const { state, call, judgements } = await prepare(operation(on), test, subSeed(seed, times));
    if (call) await makeCall(call, state);
    met.push(...judgements);
    if (!call) break;
  }
  const seen = legalCallsOf(on);
  const { otherwise } = seen;
  const broken = judgeAlwaysBroken(on, seen);
  if (broken.length > 0 || otherwise === undefined) return [...met, ...broken];
  return [
    ...met,
    {
      requirement: 'ERROR-01',
      operation: on,
      verdict: 'observed',
      reason: 'specification-silent',
      wanted: 'not every legal request is a server error',
      got: 'another answer',
      exchanges: [otherwise],
    },
  ];
};

registerWholeRunChecks('breakdowns', 'ERROR-01', judge);
