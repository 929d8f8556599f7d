import { subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import type { Run } from '../run.ts';
import { createDraft, inOtherWords } from './draft.ts';

/** Drafts that are created one after the other on a line, and contracts, each of a draft of its own. */
const COUNTS = {
  gate: { drafts: 6, contracts: 2 },
  certify: { drafts: 24, contracts: 4 },
} as const;

const countOf = (run: Run, what: 'drafts' | 'contracts'): number =>
  COUNTS[run.plan.thorough ? 'certify' : 'gate'][what];

const makeDrafts = async (
  run: Run,
  line: Line,
  test: string,
  seed: number,
): Promise<JourneyState[]> => {
  const states: JourneyState[] = [];
  while (states.length < countOf(run, 'drafts')) {
    // Every second one is the customer's of the one before, in other words.
    const before = states.length % 2 === 1 ? states.at(-1) : undefined;
    const own = subSeed(seed, states.length);
    const given = before ? inOtherWords(run, line, before, own) : {};
    const { state } = await createDraft(run, line, test, own, given);
    states.push(state);
    if (state.parameters.draftId === undefined) break;
  }
  return states;
};

/** What the contracts need is made side by side, the contracts one after the other. */
const makeContracts = async (
  run: Run,
  line: Line,
  test: string,
  seed: number,
): Promise<JourneyState[]> => {
  const row = operation(`${line}.contract-create`);
  const count = countOf(run, 'contracts');
  const prepared = await Promise.all(
    Array.from({ length: count }, (_, at) => prepare(run, row, test, subSeed(seed, at))),
  );
  const states: JourneyState[] = [];
  for (const { state, call } of prepared) {
    if (call) await makeCall(run, call, state);
    states.push(state);
    if (state.parameters.contractId === undefined) break;
  }
  return states;
};

const MAKE = { drafts: makeDrafts, contracts: makeContracts } as const;

/**
 * Drafts or contracts of a line, made one after the other, once for all checks that look at them in the same attempt. The
 * last one lacks its id where the service did not make it.
 */
export const createdOn = (
  run: Run,
  what: keyof typeof MAKE,
  line: Line,
  { attempt }: Try,
): Promise<readonly JourneyState[]> => {
  const test = `state/${what}/${line}/${attempt}`;
  const made = run.memory.created;
  const held = made.get(test) ?? MAKE[what](run, line, test, subSeed(run.plan.seed, test));
  made.set(test, held);
  return held;
};
