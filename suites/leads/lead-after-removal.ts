import { programFile } from '../../client/project.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { valueAt } from '../../generators/pointer.ts';
import { lead } from '../../generators/request-bodies.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { resourceIn } from '../../oracles/answers/resource.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeLead } from '../../oracles/refusals/lead-fault.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { withOwnData, type JourneyState } from '../journey/state.ts';
import { type CallChanges, isAllowed, MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';

const REQUIREMENT = 'LEAD-01';
const ON = 'landlord.lead-create';
const EMAIL = '/policyholder/contact/email';

const FAULT = ALL_FAULTS.find(
  ({ requirement, pointer, operations }) =>
    requirement === REQUIREMENT && pointer === EMAIL && operations.includes(ON),
);

/** Tests if a read shows the address; undefined if it shows no draft. */
const showsEmail = (read: Exchange | undefined): boolean | undefined => {
  const draft = isServed(read) ? resourceIn(read) : undefined;
  return draft === undefined ? undefined : (valueAt(draft, EMAIL) ?? null) !== null;
};

/** A draft with an e-mail address, its update, and the lead that is then requested. */
interface Led {
  readonly state: JourneyState;
  readonly answer: Exchange | undefined;
}

/** Requests a lead by EMAIL once reads show the address, or its removal, as expected. */
const leadAfter = async (
  one: Try,
  draft: object,
  revised: object,
  isShown: boolean,
): Promise<Led> => {
  const byEmail = sample(lead('landlord', 'EMAIL'), subSeed(one.seed, 'lead'));
  const state = initialState(one, 'landlord', { draft, revised, lead: byEmail });
  await makeVisit({ step: 'draft-create' }, state);
  const before = showsEmail(await makeVisit({ step: 'draft-get' }, state));
  const updated = await makeVisit({ step: 'draft-update', revised: true }, state, MAY_REFUSE);
  const isReady = before === true && isServed(updated);
  const after = isReady ? showsEmail(await makeVisit({ step: 'draft-get' }, state)) : undefined;
  if (after !== isShown) return { state, answer: undefined };
  const asked: CallChanges = isShown ? MAY_REFUSE : { intent: 'faulty', breaks: REQUIREMENT };
  const answer = await makeVisit({ step: 'lead-create' }, state, asked);
  return { state, answer };
};

/** Judges nothing if the address is not shown, or still shown: an update may merge (D1). */
const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  if (!FAULT || !isAllowed(run, ON)) return [];
  const { valid, faulty } = sample(FAULT.pair(run.generators), one.seed);
  const control = await leadAfter(withOwnData(one, 'kept'), valid, valid, true);
  if (!isServed(control.answer)) return [];
  const { state, answer } = await leadAfter(one, valid, faulty, false);
  if (!answer) return [];
  const what = 'the policyholder has no e-mail address any more, which an update took away';
  const tried = { requirement: REQUIREMENT, operation: ON, pointer: EMAIL, what } as const;
  const mixedUpBy = run.memory.ids.isShared(state) ? 'UNIQUE-01' : null;
  return [...run.judge(judgeLead, tried, answer, control.answer.n, false, mixedUpBy)];
};

/** LEAD-01 (L1, D1): a lead by EMAIL of a landlord draft whose e-mail address an update has removed. */
export const leadsAfterRemoval: Checks = {
  suite: 'leads',
  file: programFile(import.meta.url),
  judges: [judgeLead],
  checks: [
    {
      requirement: REQUIREMENT,
      line: 'landlord',
      operations: [ON],
      name: `${REQUIREMENT}/removed`,
      collect,
    },
  ],
};
