import { expect, test } from 'vitest';
import type { Call } from '../client/http/build-request.ts';
import { cellId } from '../oracles/ledger.ts';
import { rollUpCell } from '../oracles/roll-up.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { conductRun } from './conduct-run.ts';
import { stubRun } from './testing/stub-run.ts';
import { type StubAnswer, type StubService, stubService } from './testing/stub-service.ts';

/** A requirement that a service breaks in few calls, and the calls of a kind of suite that can show it. */
interface RareFault {
  readonly suite: string;
  readonly requirement: RequirementId;
  readonly on: OperationId;
  readonly canShow: (call: Call) => boolean;
  readonly wrong: (right: StubAnswer) => StubAnswer;
  /** Number of the call from which it shows again: more than the suite itself sends. */
  readonly later: number;
}

const accepted = (): StubAnswer => ({ status: 200, body: {} });
const isFaulty = ({ intent }: Call): boolean => intent === 'faulty';

const RARE: readonly RareFault[] = [
  {
    suite: 'protocol',
    requirement: 'VERSION-01',
    on: 'travel.draft-get',
    canShow: ({ test: name }) => name === 'protocol/travel.draft-get/version-missing',
    wrong: accepted,
    later: 12,
  },
  {
    suite: 'fields',
    requirement: 'TRAVEL-FIELD-language-type',
    on: 'travel.draft-update',
    canShow: isFaulty,
    wrong: accepted,
    later: 9,
  },
  {
    suite: 'leads',
    requirement: 'LEAD-01',
    on: 'gap.lead-create',
    canShow: isFaulty,
    wrong: accepted,
    later: 12,
  },
  {
    suite: 'journeys',
    requirement: 'STATUS-01',
    on: 'travel.draft-create',
    canShow: ({ test: name }) => name.startsWith('journey/'),
    wrong: (right) => ({ ...right, status: 201 }),
    later: 6,
  },
  {
    suite: 'journeys, with two bodies (V17)',
    requirement: 'LEGAL-01',
    on: 'travel.draft-update',
    canShow: ({ test: name }) => name.startsWith('journey/'),
    wrong: () => ({ status: 400 }),
    later: 11,
  },
];

/** Runs a requirement on a service that breaks it in these calls, counted from 1. */
const runOn = async (
  { requirement, on, canShow, wrong }: RareFault,
  isWrong: (nth: number) => boolean,
) => {
  const right = stubService();
  let nth = 0;
  const service: StubService = (call) => {
    const answer = right(call);
    if (call.operation !== on || !canShow(call)) return answer;
    nth += 1;
    if (isWrong(nth)) return wrong(answer);
    return isFaulty(call) ? { status: 400 } : answer;
  };
  const { run, found } = await stubRun(service, operation(on).line, requirement);
  await conductRun(run, () => undefined);
  const cell = { id: cellId(requirement, on), requirement, operation: on };
  const own = found.filter((each) => each.requirement === requirement && each.operation === on);
  const { verdict, reason } = rollUpCell(cell, own);
  const last = Math.max(...own.map(({ attempt }) => attempt));
  return { verdict, reason, rounds: Math.floor(last / 20), calls: nth };
};

test.each(RARE)(
  '$suite: what was seen once is looked for until it is seen again',
  async (fault) => {
    const { verdict, rounds } = await runOn(fault, (nth) => nth === 1 || nth >= fault.later);
    expect(verdict).toBe('fail');
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThan(12);
  },
);

test.each(RARE)('$suite: what never comes back stays a sighting', async (fault) => {
  const { verdict, reason, calls } = await runOn(fault, (nth) => nth === 1);
  expect({ verdict, reason }).toEqual({ verdict: 'inconclusive', reason: 'intermittent' });
  // At least one call in each of twelve rounds.
  expect(calls).toBeGreaterThan(12);
});

test.each(RARE)('$suite: a service without a fault is asked nothing more', async (fault) => {
  expect(await runOn(fault, () => false)).toMatchObject({ verdict: 'pass', rounds: 0 });
});
