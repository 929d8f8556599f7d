import { programFile } from '../../client/project.ts';
import { isServed, statusOf } from '../../oracles/answers/answer-form.ts';
import { objectIn } from '../../oracles/answers/json-body.ts';
import { judgeCallOnUsed } from '../../oracles/answers/legal-call.ts';
import { LEGAL_CALL_REQUIREMENTS } from '../../oracles/blame/unreached.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeUnexpectedRefusal } from '../../oracles/state/side-effect.ts';
import { CATALOGUE, showsInReadBacks } from '../../spec/catalogue.ts';
import type { Step } from '../../spec/operation.ts';
import { operation } from '../../spec/operations.ts';
import { ITEM_KINDS, type JourneyState } from '../journey/state.ts';
import { makeVisit } from '../journey/make-call.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { REFUSED_CALL } from './changed-draft.ts';
import { deletedInSequences } from './deleted-item.ts';
import type { DraftModel } from './model.ts';
import { sameIds } from './same-id.ts';
import { contractsInSequences } from './second-contract.ts';
import { type Answer, beforeOf, type SequenceCheck } from './sequence-check.ts';
import { identityOf, isCommandAccepted } from './sequence-state.ts';

const isOfLegalCall = ({ requirement }: Judgement): boolean =>
  LEGAL_CALL_REQUIREMENTS.includes(requirement);

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
const COMMITS: readonly Step[] = ['lead-create', 'token-terms'];

/** Accepted steps on the draft of a command, oldest first. */
const stepsBefore = ({ stage, command }: Answer): readonly Step[] =>
  stage.played
    .filter((each) => each.isAccepted && each.command.draft === command.draft)
    .map((each) => each.command.step);

/** True if the draft may be closed (R5, S18): not if it has accepted such a call since it was committed or priced last. */
const isCommitted = (answer: Answer): boolean => {
  const steps = stepsBefore(answer);
  const since = steps.slice(steps.lastIndexOf(answer.command.step) + 1);
  return (
    steps.some((step) => COMMITS.includes(step)) &&
    since.some((step) => COMMITS.includes(step) || step === 'price-request')
  );
};

/** The model of a command's draft before the command. */
const stateOf = ({ stage, command }: Answer): DraftModel | undefined =>
  stage.model.drafts.get(command.draft);

const atMostTwo = (count: number): 0 | 1 | 2 => (count > 1 ? 2 : count === 1 ? 1 : 0);

/** The context in which a draft was used, as far as a sequence knows it. */
const contextOf = (answer: Answer): ProbeContext => {
  const steps = stepsBefore(answer);
  const count = (wanted: Step): number => steps.filter((step) => step === wanted).length;
  const items = stateOf(answer)?.items ?? new Map();
  const live = ITEM_KINDS.map(
    (kind) =>
      [...items].filter(([name, { state }]) => name.startsWith(`${kind} `) && state === 'live')
        .length,
  );
  return {
    ...PLAIN,
    updates: count('draft-update') > 1 ? 3 : count('draft-update') === 1 ? 1 : 0,
    items: atMostTwo(Math.max(...live)),
    readers: count('draft-get') > 0 ? 'owner' : 'nobody',
    priceRequests: atMostTwo(count('price-request')),
    terms: count('token-terms') > 0 ? 'taken' : 'none',
    lead: count('lead-create') > 0 ? 'sent' : 'none',
  };
};

/**
 * Judgement on a server error that answers the read of a draft with a contract. State and order of steps are free (R5), so a
 * service may refuse this read, but not break down on it while it serves others (S9).
 */
const brokenRead = ({
  exchange,
  command,
  stage,
  journey: { run },
}: Answer): Judgement | undefined => {
  const { phase } = stage.model.drafts.get(command.draft) ?? {};
  const isRead = command.step === 'draft-get' && phase === 'contracted';
  if (!isRead || statusOf(exchange) !== 500) return undefined;
  return run.judge(judgeCallOnUsed, exchange, true, run.target).find(isOfLegalCall);
};

const refusalIn = async (answer: Answer): Promise<readonly Judgement[]> => {
  const { seen, exchange, stage, command, on, journey } = answer;
  const acceptedOn = (isMeant: (draft: number) => boolean): number | undefined =>
    stage.played.findLast(
      (each) => each.isAccepted && each.operation === on && isMeant(each.command.draft),
    )?.exchange;
  if (!answer.isLegal) {
    const broken = acceptedOn(() => true) === undefined ? undefined : brokenRead(answer);
    return broken ? [broken] : [];
  }
  const own = seen.find(isOfLegalCall);
  if (!own || own.verdict === 'observed') return [];
  const phase = stateOf(answer)?.phase;
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
    isCommitted: isCommitted(answer),
  });
  if (judged?.verdict !== 'observed') return judged ? [judged] : [];
  const { test, seed, line } = stage;
  // The draft may be closed; the end of the run finds out if it takes another content.
  if (command.step === 'draft-update')
    journey.run.memory.refusedUpdates.note(line, {
      context: contextOf(answer),
      body: objectIn(exchange.request.body),
    });
  stage.run.write([{ ...judged, test, attempt: 1, seed }]);
  return [];
};

const OTHERS = [
  ...[sameIds, contractsInSequences, deletedInSequences].flatMap(
    ({ requirements }) => requirements,
  ),
  REFUSED_CALL,
];

/** D13, D3, R6: a legal command is refused in a state that other calls led to. */
export const unexpectedRefusals: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: [...CATALOGUE]
    .filter(([, { isStateful }]) => isStateful)
    .map(([id]) => id)
    .filter((id) => !showsInReadBacks(id) && !OTHERS.includes(id)),
  judges: [judgeUnexpectedRefusal, judgeCallOnUsed],
  collect: async (answer) => {
    if (isCommandAccepted(answer.exchange)) return undefined;
    const judgements = await refusalIn(answer);
    const signature = `${answer.on} ${answer.exchange.response?.status ?? 0}`;
    return judgements.length === 0 ? undefined : { signature, judgements };
  },
};
