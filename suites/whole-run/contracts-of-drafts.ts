import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { country as spelling } from '../contexts/country.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { askAgain, contractCallsOf } from '../contract/second-contract.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { isReplayed } from '../engine/replay.ts';
import { recordSightings } from '../engine/sightings.ts';
import { makeCall } from '../journey/make-call.ts';
import { withOwnData } from '../journey/state.ts';

const NAME = 'contracts-of-drafts';
const CREATE = 'gap.contract-create';

/** Maximum number of drafts whose contracts are read. */
const MOST = 20;

/** Requests the contract of a draft again, in each spelling of the country on a draft of its own, and then in further ways. */
const requestAgain = async (one: Try): Promise<readonly (readonly Exchange[])[]> => {
  const { run, test } = one;
  const requests: (readonly Exchange[])[] = [];
  for (const country of valuesOf(spelling)) {
    const { state, call } = await prepare(CREATE, withOwnData(one, country));
    if (call) {
      const first = await makeCall(call, state);
      const again = { ...call, country, intent: 'open' } as const;
      const others = [await run.client.send(again), ...(await askAgain(state))];
      recordSightings(run, test, others);
      requests.push([first, ...others]);
    }
    run.memory.met.note(test, state.judgements);
  }
  return requests;
};

/** The drafts with two contracts, of these requests. */
const judgeRequests = async (
  one: Try,
  all: readonly (readonly Exchange[])[],
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const found: Judgement[] = [];
  for (const requests of all) {
    if (run.stop.reason() !== undefined) break;
    const calls = await contractCallsOf(one, requests);
    found.push(run.judge(judgeOneContract, calls, 'all calls of the run'));
  }
  // Other checks request a contract again, and pass.
  return found.filter(({ verdict }) => verdict === 'fail');
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = await judgeRequests(one, run.memory.contractAnswers.differing().slice(-MOST));
  const isToRepeat = seen.length === 1 || isReplayed(run, `breakdowns/${NAME}`);
  return isToRepeat ? [...seen, ...(await judgeRequests(one, await requestAgain(one)))] : seen;
};

/**
 * GAP-CONTRACT-01 (K2), whatever the contracts were requested for: no draft of the run may have two. If only one such draft was
 * seen, the contracts of further ones are requested again, in all spellings of the country (W2).
 */
export const contractsOfDrafts: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgeOneContract],
  checks: [
    {
      requirement: 'GAP-CONTRACT-01',
      line: 'gap',
      operations: [CREATE],
      name: NAME,
      collect,
    },
  ],
};
