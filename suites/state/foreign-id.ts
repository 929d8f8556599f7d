import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import { judgeUnobservable } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignId, judgeServedUnknown } from '../../oracles/state/foreign-id.ts';
import { lookRandom } from '../../oracles/state/unique-ids.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isSentToCanonicalCountry } from '../../spec/canonical-country.ts';
import { COUNTRY } from '../../spec/limits.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import { programFile } from '../../client/project.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { type JourneyState, type Start, withOwnData, writesOf } from '../journey/state.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../engine/run.ts';
import { initialState } from '../journey/walk.ts';
import { PLAIN } from '../contexts/context.ts';
import { country, type Spelling } from '../contexts/country.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { createDraft, sameCustomerData } from './draft.ts';
import { notContracted, unreached } from '../journey/unreached.ts';
import { subSeed } from '../../generators/sample.ts';
import { isAllowed, makeCall, makeVisit, MAY_REFUSE } from '../journey/make-call.ts';
import { prepare } from '../engine/preparation.ts';
import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';

/** Number of drafts created in sequence on a line, and of contracts, each with its own draft. */
const COUNTS = {
  gate: { drafts: 4, contracts: 2 },
  certify: { drafts: 24, contracts: 4 },
} as const;

const countOf = (run: Run, what: 'drafts' | 'contracts'): number =>
  COUNTS[run.plan.thorough ? 'certify' : 'gate'][what];

const makeDrafts = async (start: Start, line: Line): Promise<readonly JourneyState[]> => {
  const states: JourneyState[] = [];
  while (states.length < countOf(start.run, 'drafts')) {
    // Every second draft has the customer of the previous one, with other texts.
    const before = states.length % 2 === 1 ? states.at(-1) : undefined;
    const own = withOwnData(start, states.length);
    const given = before ? sameCustomerData(before, own.seed) : {};
    const { state } = await createDraft(own, line, given);
    states.push(state);
    if (state.parameters.draftId === undefined) break;
  }
  return states;
};

/** Creates the prerequisites of contracts concurrently, and the contracts in sequence. */
const makeContracts = async (start: Start, line: Line): Promise<readonly JourneyState[]> => {
  const prepared = await Promise.all(
    Array.from({ length: countOf(start.run, 'contracts') }, (_, at) =>
      prepare(`${line}.contract-create`, withOwnData(start, at)),
    ),
  );
  const states: JourneyState[] = [];
  for (const { state, call } of prepared) {
    if (call) await makeCall(call, state);
    states.push(state);
    if (state.parameters.contractId === undefined) break;
  }
  return states;
};

/** A draft that was priced, which lines may keep together from then on; it is listed even if the price was refused. */
const makePriced = async (start: Start, line: Line): Promise<readonly JourneyState[]> => {
  const state = initialState(start, line);
  const price = operationOf(line, 'price-request');
  for (const visit of writesOf(line)) await makeVisit(visit, state);
  if (price && isAllowed(start.run, price.id))
    await makeVisit({ step: 'price-request' }, state, MAY_REFUSE);
  return [state];
};

const MAKE = { drafts: makeDrafts, contracts: makeContracts, priced: makePriced } as const;

type CreatedInTurn = (
  what: keyof typeof MAKE,
  line: Line,
  attempt: 1 | 2,
) => Promise<readonly JourneyState[]>;

/**
 * Drafts or contracts of a line, created in sequence, once for all checks of a run that use them in the same attempt. The last
 * one lacks its id if the service did not create it.
 */
export const createdInTurn = memoizedByObject((run: Run): CreatedInTurn => {
  const made = new Map<string, Promise<readonly JourneyState[]>>();
  return (what, line, attempt) => {
    const test = `state/${what}/${line}/${attempt}`;
    const start = { run, test, seed: subSeed(run.plan.seed, test) };
    const own = made.get(test) ?? MAKE[what](start, line);
    made.set(test, own);
    return own;
  };
});

/**
 * The id of a draft or a contract of a line that this check of another line can ask for; undefined if the ids do not look random
 * (D12). In a context with price requests it is that of a priced draft.
 */
export const foreignIdFrom = async (
  { run, attempt, context = PLAIN }: Try,
  what: 'drafts' | 'contracts',
  from: Line,
): Promise<string | undefined> => {
  const created = createdInTurn(run);
  const parameter = what === 'drafts' ? 'draftId' : 'contractId';
  const states = await created(what, from, attempt);
  const ids = states.flatMap(({ parameters }) => parameters[parameter] ?? []);
  if (!lookRandom(ids)) return undefined;
  const isPriced = what === 'drafts' && context.priceRequests > 0;
  const [priced] = isPriced ? await created('priced', from, attempt) : [];
  return priced?.parameters.draftId ?? ids[0];
};

const KINDS = {
  'ID-06': { what: 'drafts', parameter: 'draftId', unknownId: 'ID-01' },
  'ID-07': { what: 'contracts', parameter: 'contractId', unknownId: 'ID-02' },
} as const;

/** The requirements on ids of other lines. */
type ForeignIdRequirement = keyof typeof KINDS;

/** Judges an id of another line, and one that was never issued. */
export const judgeIds = (
  run: Run,
  requirement: ForeignIdRequirement,
  on: OperationId,
  ids: Omit<Parameters<typeof judgeForeignId>[2], 'unknownId'>,
): readonly Judgement[] => {
  const all = { ...ids, unknownId: KINDS[requirement].unknownId };
  return [
    run.judge(judgeForeignId, requirement, on, all),
    ...run.judge(judgeServedUnknown, on, all),
  ];
};

/** An id of another line. */
interface ForeignId {
  readonly id: string;
  readonly from: Line;
}

/** Asks for an id in a spelling of the country. */
const askerOf = (
  { run, test }: Try,
  requirement: ForeignIdRequirement,
  on: OperationId,
  spelling: Spelling = COUNTRY,
): ((id: string) => Promise<Exchange>) => {
  const { parameter } = KINDS[requirement];
  const labels = { test, intent: 'faulty', breaks: requirement } as const;
  const spelt = spelling === COUNTRY ? {} : { country: spelling };
  return (id) =>
    run.client.send({ operation: on, params: { [parameter]: id }, ...spelt, ...labels });
};

/** Requests a resource of another line from this one; if the service does not refuse it, also one with an unknown id. */
const askForeign = async (
  one: Try,
  requirement: ForeignIdRequirement,
  control: Exchange,
  on: OperationId,
  { id, from }: ForeignId,
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const askFor = askerOf(one, requirement, on);
  const foreign = await askFor(id);
  const unknown = isRefused(foreign) ? undefined : await askFor(alteredId(id, 1));
  return judgeIds(run, requirement, on, { foreign, twin: control, unknown, from });
};

/**
 * Spellings of the country to ask in besides the canonical one (W2), in an order that each seed begins elsewhere: in a gate, one for
 * drafts and none for contracts.
 */
const otherSpellings = (
  { run, test }: Try,
  requirement: ForeignIdRequirement,
  line: Line,
): readonly Spelling[] => {
  const { seed, thorough } = run.plan;
  const countInGate = requirement === 'ID-06' ? 1 : 0;
  const others = valuesOf(country).filter(
    (each) => each !== COUNTRY && !run.memory.spellings.isRefused(line, each),
  );
  const first = subSeed(seed, test) % Math.max(others.length, 1);
  // The same in a repeat, so that a fault of one spelling is seen twice.
  return [...others.slice(first), ...others.slice(0, first)].slice(
    0,
    thorough ? undefined : countInGate,
  );
};

/**
 * Requests it in another spelling, where only an answer that is no refusal says something: then beside an own one and an unknown one
 * in the same spelling.
 */
const askSpelt = async (
  one: Try,
  requirement: ForeignIdRequirement,
  own: string,
  on: OperationId,
  { id, from }: ForeignId,
  spelling: Spelling,
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const askFor = askerOf(one, requirement, on, spelling);
  const foreign = await askFor(id);
  if (isRefused(foreign) || isSentToCanonicalCountry(foreign)) return [];
  const ids = { foreign, twin: await askFor(own), unknown: await askFor(alteredId(id, 1)), from };
  const only = [country.condition(spelling)];
  return judgeIds(run, requirement, on, ids).map((each) =>
    each.verdict === 'fail' ? run.judge(judgeOnlyIf, each, only) : each,
  );
};

const collect = async (
  one: Try,
  requirement: ForeignIdRequirement,
  on: OperationId,
): Promise<readonly Judgement[]> => {
  const { what, parameter } = KINDS[requirement];
  const { line, step } = operation(on);
  const created = createdInTurn(one.run);
  const [own] = await created(what, line, one.attempt);
  if (!own) return [];
  if (own.parameters[parameter] === undefined)
    return [
      what === 'contracts'
        ? notContracted(requirement, on, own)
        : unreached(requirement, on, own, `${line}.draft-create`, 'the id of the draft'),
    ];
  const control = await makeVisit({ step }, own);
  if (!control || !isAccepted(control)) return [unreached(requirement, on, own, on, 'the id')];
  const foreign: ForeignId[] = [];
  for (const from of LINES.filter((other) => other !== line)) {
    const id = await foreignIdFrom(one, what, from);
    if (id !== undefined) foreign.push({ id, from });
  }
  const judged: Judgement[] = [];
  for (const each of foreign)
    judged.push(...(await askForeign(one, requirement, control, on, each)));
  // A fault that the canonical spelling shows depends on none.
  if (judged.some(({ verdict }) => verdict === 'fail')) return judged;
  const ownId = own.parameters[parameter];
  for (const [at, spelling] of otherSpellings(one, requirement, line).entries()) {
    const each = foreign[at % foreign.length];
    if (each) judged.push(...(await askSpelt(one, requirement, ownId, on, each, spelling)));
  }
  if (judged.length > 0) return judged;
  const wanted = 'ids of another line that look random';
  const got = 'no other line issued any such ids';
  return [one.run.judge(judgeUnobservable, requirement, on, wanted, got)];
};

/** Reads that are judged with ids of other lines. */
const READS = { 'ID-06': ['draft-get'], 'ID-07': ['contract-get', 'contract-download'] } as const;

/** ID-06, ID-07 (D12, S11): requests a draft and a contract of each line from every other line. */
export const foreignIds: Checks = {
  suite: 'foreign-ids',
  file: programFile(import.meta.url),
  judges: [judgeForeignId],
  besides: [{ requirements: ['ID-01', 'ID-02'], judges: [judgeServedUnknown] }],
  checks: (['ID-06', 'ID-07'] as const).flatMap((requirement) =>
    READS[requirement].flatMap((step) =>
      LINES.flatMap((line) => {
        const on = operationOf(line, step)?.id;
        if (on === undefined) return [];
        const part = step === 'contract-download' ? '-download' : '';
        return {
          requirement,
          line,
          operations: [on],
          name: `foreign-id/${requirement}${part}/${line}`,
          collect: (one: Try) => collect(one, requirement, on),
        };
      }),
    ),
  ),
};
