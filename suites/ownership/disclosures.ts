import {
  countShared,
  countUnrecognisable,
  distinctiveTexts,
  hasEffect,
  judgeDisclosure,
  judgeAcceptedStranger,
  judgeServedStranger,
} from '../../oracles/ownership/disclosure.ts';
import { lead } from '../../generators/request-bodies.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { isStrangerAccepted, judgeForeignCall } from '../../oracles/ownership/foreign-call.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeProbe, type SentProbe } from '../../oracles/refusals/judge-probe.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { programFile } from '../../client/project.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { isConflict } from '../contexts/beside.ts';
import { PLAIN, withPlain } from '../contexts/context.ts';
import { judgeStrangers, type StrangersCall, useDraft } from '../contexts/use-draft.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { operationsToJudge } from '../engine/replay.ts';
import { unreachedJudgements } from '../journey/unreached.ts';
import { type JourneyState, type Visit, withOwnData, writesOf } from '../journey/state.ts';
import { isObstacle, legalCall, makeVisits } from '../journey/make-call.ts';
import type { Run } from '../engine/run.ts';
import { effectOf, foreignRequirement } from './foreign-effect.ts';
import type { Call } from '../../client/http/client.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { initialState } from '../journey/walk.ts';
import { judgeAnswer } from '../journey/every-answer.ts';

/** A caller without access to a draft, and its form in a request. */
interface Stranger {
  readonly name: string;
  readonly shown: Pick<Call, 'credential' | 'identity'>;
  /** The requirement that such a caller breaks if an operation accepts it. */
  readonly refusedBy: (on: OperationId) => RequirementId;
  /** The probe that such a call is; left out if its refusal depends on what the caller may do (D10). */
  readonly probe?: SentProbe;
}

const BY_CREDENTIAL: readonly Stranger[] = [
  {
    name: 'no credential',
    shown: { credential: 'missing' },
    refusedBy: () => 'AUTH-01',
    probe: { requirement: 'AUTH-01', kind: 'missing-credential', name: 'no-credential' },
  },
  {
    name: 'an invalid credential',
    shown: { credential: 'invalid' },
    refusedBy: () => 'AUTH-02',
    probe: { requirement: 'AUTH-02', kind: 'invalid-credential', name: 'invalid-credential' },
  },
];
const WITHOUT_RIGHTS: Stranger = {
  name: 'the identity without rights',
  shown: { identity: 'withoutRights' },
  refusedBy: () => 'AUTH-03',
  probe: { requirement: 'AUTH-03', kind: 'no-rights', name: 'without-rights' },
};
const OTHER: Stranger = {
  name: 'another identity',
  shown: { identity: 'other' },
  refusedBy: foreignRequirement,
};

/** Strangers that this target declares; another identity only if it has no access to the owner's drafts (D10). */
const declaredStrangers = (run: Run): readonly Stranger[] => {
  const { identities, decisions } = run.target;
  return [
    ...(identities.owner.auth.scheme === 'none' ? [] : BY_CREDENTIAL),
    ...(identities.withoutRights ? [WITHOUT_RIGHTS] : []),
    ...(identities.other && decisions.othersMay === 'nothing' ? [OTHER] : []),
  ];
};

const writtenIn = ({ line, data }: JourneyState): unknown =>
  line === 'travel' ? [data.draft, data.car, data.person] : data.draft;

const textsOf = (state: JourneyState): readonly string[] => distinctiveTexts(writtenIn(state));

/** Number of drawn drafts, one of which is used. */
const DRAWS = 24;

/**
 * The owner's journey, before its first call. Of several drafts it takes the one with the fewest names too short to be recognised
 * in an answer, and of these the one with the most texts: an answer may disclose any of them.
 */
const confidentialJourney = (one: Try, line: Line): JourneyState => {
  const drawn = Array.from({ length: DRAWS }, (_, nth) => {
    const state = initialState(withOwnData(one, 'confidential', nth), line);
    return { state, short: countUnrecognisable(writtenIn(state)), texts: textsOf(state).length };
  });
  const [best] = drawn.toSorted((a, b) => a.short - b.short || b.texts - a.texts);
  return best?.state ?? initialState(one, line);
};

/** Judgements of strangers' calls, and the calls whose status is still to be judged against the owner's. */
interface Called {
  readonly judged: readonly Judgement[];
  readonly refused: readonly StrangersCall[];
  /** An accepted call of another identity that may have done nothing. */
  readonly foreign?: Exchange;
  readonly ownersCall?: Call;
}

/** Answers to the strangers, who call concurrently; if another identity is served, its effect decides. */
const callAs = async (
  on: OperationId,
  owner: JourneyState,
  stranger: JourneyState,
): Promise<Called> => {
  const { run } = owner;
  const call = legalCall({ step: operation(on).step }, stranger);
  if (isObstacle(call)) {
    owner.blocked.set(on, call);
    return { judged: unreachedJudgements(owner, [on], (id) => id === 'AUTH-04'), refused: [] };
  }
  const texts = textsOf(owner);
  const labels = { intent: 'faulty', breaks: 'AUTH-04' } as const;
  const answers = declaredStrangers(run).map(async (each): Promise<Called> => {
    const { probe, name, refusedBy, shown } = each;
    const exchange = await run.client.send({ ...call, ...shown, ...labels });
    const judged = run.judge(judgeDisclosure, exchange, on, texts);
    const caller = { name, refusedBy: refusedBy(on) };
    // Changes by an accepted stranger are unknown, and the status of a lost race is free (S18).
    const isOpen = isAccepted(exchange) || isConflict(exchange, { beside: 'call' });
    const mayBeIdle = each === OTHER && isStrangerAccepted(exchange) && hasEffect(on);
    return {
      judged: [
        ...judgeAnswer(run, exchange),
        judged ?? run.judge(judgeAcceptedStranger, exchange, on, caller, run.target),
        ...(mayBeIdle ? [] : run.judge(judgeServedStranger, exchange, on, caller)),
      ],
      refused: probe && !isOpen ? [{ sent: probe, answer: exchange }] : [],
      ...(mayBeIdle && { foreign: exchange }),
    };
  });
  const all = await Promise.all(answers);
  const foreign = all.find((each) => each.foreign)?.foreign;
  const ofOther = foreign && { foreign, effect: await effectOf(call, owner) };
  const settled = ofOther
    ? [run.judge(judgeForeignCall, foreignRequirement(on), on, ofOther, run.target)]
    : [];
  return {
    judged: [...all.flatMap(({ judged }) => judged), ...settled],
    refused: all.flatMap(({ refused }) => refused),
    ownersCall: call,
  };
};

/** Items that add confidential values to a travel draft. */
const ITEMS: readonly Visit[] = [
  { step: 'car-post' },
  { step: 'person-post' },
  { step: 'metadata-post' },
];

/** A stranger's journey with data that share no text with the owner's: an answer may repeat what its caller has sent. */
const strangersJourney = (one: Try, owner: JourneyState): JourneyState => {
  const texts = textsOf(owner);
  const { line } = owner;
  // By EMAIL, since the leads of other strangers are without transport.
  const byEmail = sample(lead(line, 'EMAIL'), subSeed(one.seed, 'stranger', 'lead'));
  const drawn = Array.from({ length: DRAWS }, (_, nth) => {
    const state = initialState(withOwnData(one, 'stranger', nth), line, { lead: byEmail });
    return { state, shared: countShared(texts, [writtenIn(state), state.data.revised]) };
  });
  const [best] = drawn.toSorted((a, b) => a.shared - b.shared);
  return best?.state ?? initialState(one, line);
};

const nameOf = (line: Line): string => `disclosures-${line}`;

/** True for calls after which others on the draft may be refused: they are made last. */
const endsObject = ({ operation: on }: Call): boolean =>
  operation(on).method === 'DELETE' || operation(on).step === 'contract-create';

/**
 * Judges the status of strangers' refusals against the owner's calls, which change the draft and may be refused, since it was
 * priced (R5).
 */
const judgeStatuses = async (
  called: readonly Called[],
  owner: JourneyState,
): Promise<readonly Judgement[]> => {
  owner.isUsed = true;
  const found: Judgement[] = [];
  const ordered = called
    .flatMap(({ ownersCall, refused }) => (ownersCall ? [{ ownersCall, refused }] : []))
    .toSorted((a, b) => Number(endsObject(a.ownersCall)) - Number(endsObject(b.ownersCall)));
  for (const { ownersCall, refused } of ordered) {
    const judged = await judgeStrangers(refused, ownersCall, owner);
    found.push(...judged.filter(({ verdict }) => verdict === 'fail'));
  }
  return found;
};

const collect = async (drawn: Try, line: Line): Promise<readonly Judgement[]> => {
  // With all fields, each of which an answer may disclose, and with what a contract needs.
  const { context = PLAIN } = drawn;
  const priceRequests = context.priceRequests === 0 ? 1 : context.priceRequests;
  const needed = { priceRequests, terms: 'taken' } as const;
  const one: Try = { ...drawn, context: { ...withPlain(context, 'content'), ...needed } };
  const operations = operationsToJudge(one.run, 'AUTH-04', line, () => `ownership/${nameOf(line)}`);
  const owner = confidentialJourney(one, line);
  await makeVisits([...writesOf(line), ...(line === 'travel' ? ITEMS : [])], owner);
  await useDraft(owner);
  const { parameters, known } = owner;
  // The owner's draft as a stranger would call it: with its ids, price and token, and the stranger's own data in bodies.
  const stranger = { ...strangersJourney(one, owner), parameters, known };
  const called: Called[] = [];
  for (const on of operations) called.push(await callAs(on, owner, stranger));
  const statuses = await judgeStatuses(called, owner);
  return [...owner.judgements, ...called.flatMap(({ judged }) => judged), ...statuses];
};

/**
 * AUTH-04 (S13): strangers call each operation of a line on one draft with confidential content, with their own data. If one of
 * them is served, the requirement to refuse it is broken.
 */
export const disclosures: Checks = {
  suite: 'ownership',
  file: programFile(import.meta.url),
  judges: [judgeDisclosure, judgeAcceptedStranger],
  checks: LINES.map((line) => ({
    requirement: 'AUTH-04',
    line,
    operations: requirementOf('AUTH-04').operations.filter((on) => operation(on).line === line),
    name: nameOf(line),
    isOnUsedDraft: true,
    collect: (one) => collect(one, line),
  })),
  besides: [
    {
      requirements: ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-05', 'AUTH-06'],
      judges: [judgeServedStranger],
    },
    { requirements: ['AUTH-06'], judges: [judgeForeignCall] },
    { requirements: ['AUTH-01', 'AUTH-02', 'AUTH-03'], judges: [judgeProbe] },
  ],
};
