import { programFile } from '../../client/project.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { LEGAL_CALL_REQUIREMENTS } from '../../oracles/blame/unreached.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import {
  type CallBefore,
  judgeChangedDraft,
  judgeIdTwice,
  judgeReplayedSequence,
  judgeUnexpectedRefusal,
} from '../../oracles/state/side-effect.ts';
import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import type { Step } from '../../spec/operation.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { contractCallsOf } from '../contract/second-contract.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeVisit } from '../journey/make-call.ts';
import { itemKindOf, type SequenceCommand } from './model.ts';
import { identityOf, isCommandAccepted, type SequenceState } from './sequence-state.ts';

/** Evidence from a command that contradicts the specification. */
export interface Sighting {
  /** Groups failures that may be the same fault: sequences that fail in the same way share a signature. */
  readonly signature: string;
  readonly judgements: readonly Judgement[];
}

/** A command that was answered, and its circumstances. */
export interface Answer {
  readonly stage: SequenceState;
  readonly command: SequenceCommand;
  readonly isLegal: boolean;
  /** State of the journey at the command. */
  readonly journey: JourneyState;
  readonly on: OperationId;
  readonly exchange: Exchange;
  /** Judgements of the universal oracles on the exchange. */
  readonly seen: readonly Judgement[];
  /** True if another item of the draft has the same id. */
  readonly hasSameId: boolean;
}

const beforeOf = ({ stage, command }: Answer): CallBefore | undefined => {
  const last = stage.played.at(-1);
  if (!last) return undefined;
  const { command: other, operation: on, exchange } = last;
  const sameDraft = other.draft === command.draft;
  const isAlike =
    itemKindOf(other.step) === itemKindOf(command.step) && other.item === command.item;
  return { operation: on, exchange, sameDraft, sameItem: sameDraft && isAlike };
};

/** Tests if the owner can read a draft that seems to be missing, outside the sequence. */
const isReadable = async ({ command, journey, on, exchange }: Answer): Promise<boolean> => {
  if (command.step === 'draft-get') return false;
  const needsDraft = operation(on).path.includes('{draftId}');
  if (exchange.response?.status !== 404 || !needsDraft) return true;
  const apart: JourneyState = { ...journey, judgements: [], blocked: new Map() };
  const identity = identityOf(journey.run, command);
  const read = await makeVisit({ step: 'draft-get' }, apart, { intent: 'open', identity });
  return read === undefined || isServed(read);
};

/** Steps after which a service may refuse further changes of the draft (R5, S18). */
const COMMITS: ReadonlySet<Step> = new Set(['lead-create', 'token-terms']);

const refusalIn = async (answer: Answer): Promise<readonly Judgement[]> => {
  const { seen, exchange, stage, command, on, journey } = answer;
  const own = seen.find(({ requirement }) => LEGAL_CALL_REQUIREMENTS.includes(requirement));
  if (!own || own.verdict === 'observed') return [];
  const acceptedOn = (isMeant: (draft: number) => boolean): number | undefined =>
    stage.played.findLast(
      (each) => each.isAccepted && each.operation === on && isMeant(each.command.draft),
    )?.exchange;
  const phase = stage.model.drafts.get(command.draft)?.phase;
  const judged = journey.run.judge(judgeUnexpectedRefusal, {
    operation: on,
    exchange: exchange.n,
    status: exchange.response?.status ?? 0,
    seen: own,
    before: beforeOf(answer),
    isDraftReadable: await isReadable(answer),
    acceptedBefore: acceptedOn((draft) => draft === command.draft),
    acceptedElsewhere: acceptedOn(() => true),
    isPriced: phase === 'priced' || phase === 'ready',
    isCommitted: stage.played.some(
      (each) =>
        each.isAccepted && each.command.draft === command.draft && COMMITS.has(each.command.step),
    ),
  });
  if (judged?.verdict !== 'observed') return judged ? [judged] : [];
  const { test, seed } = stage;
  stage.run.write([{ ...judged, test, attempt: 1, seed }]);
  return [];
};

/** True if a landlord draft differs from its written content, even if it shows the values of another one. */
const isDifference = ({ requirement, verdict, blockedBy }: Judgement): boolean =>
  requirement.startsWith('LANDLORD-READBACK-') && (verdict === 'fail' || blockedBy === 'DRAFT-04');

const OWN_ID: Readonly<Partial<Record<string, RequirementId>>> = {
  'car-post': 'UNIQUE-03',
  'metadata-post': 'UNIQUE-04',
};

const sameIdIn = ({ hasSameId, command, journey, on, exchange }: Answer): readonly Judgement[] => {
  const requirement = OWN_ID[command.step];
  return hasSameId && requirement
    ? [journey.run.judge(judgeIdTwice, requirement, on, exchange.n)]
    : [];
};

/** K2: a further contract of a motor gap draft that has one. */
const secondContractIn = async (answer: Answer): Promise<readonly Judgement[]> => {
  const { stage, command, on, exchange, journey } = answer;
  const isSecond =
    on === 'gap.contract-create' &&
    stage.model.drafts.get(command.draft)?.phase === 'contracted' &&
    identityOf(journey.run, command) === 'owner';
  const first = journey.exchanges.find(
    (each) => each.operation === 'gap.contract-create' && each.response?.status === 303,
  );
  if (!isSecond || !first) return [];
  const calls = await contractCallsOf(journey, [first, exchange]);
  const judged = journey.run.judge(judgeOneContract, calls, 'in a sequence');
  return judged.verdict === 'fail' ? [judged] : [];
};

/** Evidence from a command that contradicts the specification; undefined if there is none. */
export const collectSighting = async (answer: Answer): Promise<Sighting | undefined> => {
  const { isLegal, seen, on, exchange, journey } = answer;
  const sightingOf = (signature: string, judgements: readonly Judgement[]) =>
    judgements.length === 0 ? undefined : { signature, judgements };
  const sameId = () => sightingOf(`${on} same id`, sameIdIn(answer));
  // A command that need not succeed fails only if it results in two contracts, or in two items with one id.
  if (!isLegal) return sightingOf(`second ${on}`, await secondContractIn(answer)) ?? sameId();
  const form = seen.filter(
    ({ requirement, verdict }) =>
      verdict === 'fail' &&
      !LEGAL_CALL_REQUIREMENTS.includes(requirement) &&
      !requirement.startsWith('LANDLORD-READBACK-'),
  );
  const refused = isCommandAccepted(exchange) ? [] : await refusalIn(answer);
  const differing = seen.filter(isDifference);
  return (
    sightingOf(`${on} ${exchange.response?.status ?? 0}`, refused) ??
    sightingOf('read-back', journey.run.judge(judgeChangedDraft, differing, beforeOf(answer))) ??
    sameId() ??
    sightingOf(`${on} ${form[0]?.requirement}`, form.slice(0, 1))
  );
};

const SECOND_CONTRACT = 'GAP-CONTRACT-01';

/** A second contract in a sequence of calls (K2). */
export const contractsInSequences: Subject = {
  file: programFile(import.meta.url),
  requirements: [SECOND_CONTRACT],
  judges: [judgeOneContract],
};

/** Other requirements that a state reached by sequences of calls may break (D11, D13, R6). */
export const statesInSequences: Subject = {
  file: programFile(import.meta.url),
  requirements: [...CATALOGUE]
    .filter(([id, { isStateful }]) => isStateful && id !== SECOND_CONTRACT)
    .map(([id]) => id),
  judges: [judgeUnexpectedRefusal, judgeChangedDraft, judgeIdTwice, judgeReplayedSequence],
};
