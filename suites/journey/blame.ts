import { programFile } from '../../client/project.ts';
import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeMixUp, judgeReadBack } from '../../oracles/state/read-back.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Subject } from '../engine/suite.ts';
import { readBacks } from '../../spec/requirements/resources.ts';
import type { JourneyState } from './state.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import { judgeCreatedId } from '../../oracles/answers/shown-id.ts';
import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';

/** The same judgements; those that match are blocked by another requirement. */
const blamedOn = (
  { run }: JourneyState,
  blockedBy: RequirementId,
  judgements: readonly Judgement[],
  isMeant: (judgement: Judgement) => boolean,
): readonly Judgement[] =>
  judgements.map((each) => (isMeant(each) ? run.judge(judgeBlocked, each, blockedBy) : each));

/** DRAFT-04 (D13): a landlord draft that shows content of another one; undefined if it does not. */
export const mixUpIn = (state: JourneyState, read: Exchange): Judgement | undefined => {
  const { run, written } = state;
  if (read.operation !== 'landlord.draft-get') return undefined;
  const stranger = run.memory.writings.shownInstead(state, read);
  if (!stranger || !written) return undefined;
  const { operation: on, body } = stranger;
  return run.judge(judgeMixUp, written, read, { operation: on, exchange: 0, body });
};

/**
 * A draft that shows another draft also shows its id (DRAFT-04); that is no evidence about the id itself (LANDLORD-DRAFT-02).
 */
export const blameMixUp = (
  judgements: readonly Judgement[],
  read: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const isShown = ({ requirement, verdict }: Judgement) =>
    requirement === 'LANDLORD-DRAFT-02' && verdict === 'fail';
  if (!judgements.some(isShown) || !mixUpIn(state, read)) return judgements;
  return blamedOn(state, 'DRAFT-04', judgements, isShown);
};

const hasFailed = ({ verdict }: Judgement): boolean => verdict === 'fail';

/** LANDLORD-READBACK-… of a read; if it shows another draft, that is to blame and its fields are not judged. */
export const readBackIn = (state: JourneyState, read: Exchange): readonly Judgement[] => {
  if (!state.written || read.operation !== 'landlord.draft-get') return [];
  const judged = state.run.judge(judgeReadBack, state.written, read);
  if (!judged.some(hasFailed) || !mixUpIn(state, read)) return judged;
  return blamedOn(state, 'DRAFT-04', judged, hasFailed);
};

const noteReading = (read: Exchange, state: JourneyState): void => {
  if (isServed(read)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(read)) state.draft = 'lost';
};

/** The requirement to blame for a refused draft, rather than reads of drafts in general or the path. */
const causeOf = (state: JourneyState): RequirementId | undefined => {
  if (state.run.memory.ids.isShared(state)) return 'UNIQUE-01';
  return state.draft === 'lost' ? 'DRAFT-03' : undefined;
};

/**
 * A draft that was served and is refused later was lost in between (DRAFT-03, D13); a draft whose id was issued twice may be
 * another one (UNIQUE-01). Neither is evidence against reads of drafts or the paths of later calls.
 */
export const blameLostDraft = (
  judgements: readonly Judgement[],
  exchange: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const row = exchange.operation && operation(exchange.operation);
  if (row?.step === 'draft-get') noteReading(exchange, state);
  const isAboutDraft = row?.path.includes('{draftId}') && isRefused(exchange);
  const blockedBy = isAboutDraft ? causeOf(state) : undefined;
  if (!blockedBy) return judgements;
  return blamedOn(
    state,
    blockedBy,
    judgements,
    ({ requirement, verdict }) =>
      verdict === 'fail' && (requirement === 'PATH-01' || requirement === 'DRAFT-01'),
  );
};

const isAboutCreation = ({ requirement, operation: on, verdict }: Judgement): boolean =>
  requirement === 'LANDLORD-DRAFT-02' &&
  on === 'landlord.draft-create' &&
  verdict !== 'inconclusive';

/** LANDLORD-DRAFT-02 of the creation of a landlord draft once it is read (D4); reported once a journey. */
export const createdIdIn = (state: JourneyState, read: Exchange): readonly Judgement[] => {
  if (read.operation !== 'landlord.draft-get' || state.judgements.some(isAboutCreation)) return [];
  const created = state.exchanges.find(
    (each) => each.operation === 'landlord.draft-create' && isServed(each),
  );
  return created ? state.run.judge(judgeCreatedId, created, read) : [];
};

/** Content written to a landlord draft, checked by every read after its write (D2). */
export const writtenAndRead: Subject = {
  file: programFile(import.meta.url),
  requirements: readBacks().map(([id]) => id),
  judges: [judgeReadBack],
};

/** The id of a landlord draft, checked by every read after its creation (D4). */
export const createdIds: Subject = {
  file: programFile(import.meta.url),
  requirements: ['LANDLORD-DRAFT-02'],
  judges: [judgeCreatedId],
};
