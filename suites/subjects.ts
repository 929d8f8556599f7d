import type { RequirementId } from '../spec/catalogue.ts';
import { memoized } from '../spec/memoized.ts';
import { ALL_CHECKS } from './check-files.ts';
import { type Checks, subjectOf } from './engine/checks.ts';
import type { Subject } from './engine/suite.ts';
import { drawnSpellings } from './contexts/refused-spelling.ts';
import { usedDrafts } from './contexts/use-draft.ts';
import { faultyDrafts } from './fields/faulty-draft.ts';
import { emptyDrafts } from './fields/empty-draft.ts';
import { lastStartDays } from './fields/last-start-day.ts';
import { legalValues } from './fields/legal-value.ts';
import { pricesWithoutField } from './fields/value-draft.ts';
import { createdIds } from './journey/created-id.ts';
import { everyAnswer } from './journey/every-answer.ts';
import { contractLinks } from './journey/follow-link.ts';
import { callsOnUsed, leadsInAnyOrder, temporaryRefusals } from './journey/free-refusals.ts';
import { writtenAndRead } from './journey/read-back.ts';
import { legalVariants } from './protocol/legal-variants.ts';
import { probes } from './protocol/probes.ts';
import { callsAtOnce } from './races/race.ts';
import { contentsAfterRaces } from './races/update-race.ts';
import { changedDrafts } from './sequences/changed-draft.ts';
import { deletedInSequences } from './sequences/deleted-item.ts';
import { sameIds } from './sequences/same-id.ts';
import { contractsInSequences } from './sequences/second-contract.ts';
import { unexpectedRefusals } from './sequences/unexpected-refusal.ts';
import { acceptedUpdates } from './state/refused-update.ts';

const isRace = ({ suite }: Checks): boolean => suite === 'races';

/** Subjects, the most specific of a requirement first. */
const DECLARED: readonly Subject[] = [
  contractLinks,
  createdIds,
  writtenAndRead,
  everyAnswer,
  callsOnUsed,
  leadsInAnyOrder,
  probes,
  legalVariants,
  faultyDrafts,
  legalValues,
  lastStartDays,
  pricesWithoutField,
  emptyDrafts,
  ...ALL_CHECKS.filter((each) => !isRace(each)).map(subjectOf),
  ...ALL_CHECKS.filter(isRace).map(subjectOf),
  callsAtOnce,
  contentsAfterRaces,
  acceptedUpdates,
  drawnSpellings,
  usedDrafts,
  contractsInSequences,
  deletedInSequences,
  sameIds,
  changedDrafts,
  unexpectedRefusals,
  temporaryRefusals,
];

/** Subjects of all files; those that decide a requirement as a side effect come last. */
const SUBJECTS: readonly Subject[] = [
  ...DECLARED,
  ...DECLARED.flatMap(({ file, besides = [] }) => besides.map((each) => ({ file, ...each }))),
];

/** Subjects of a requirement, the most specific first; those that decide it as a side effect last. */
export const subjectsOf = memoized((id: RequirementId): readonly Subject[] =>
  SUBJECTS.filter(({ requirements }) => requirements.includes(id)),
);
