import { CATALOGUE, type RequirementId } from '../../../spec/catalogue.ts';
import { type KnownOperation, operation } from '../../../spec/operations.ts';
import type { Tables } from '../../call.ts';
import type { Choices } from '../../choices.ts';
import type { Fault } from './fault.ts';
import { nameOf } from './row-fault.ts';

/** One way to break a requirement, on whichever of its operations. */
export interface Kind {
  /** Suffix of the ids, after the operation: `without-version`. */
  readonly ending: string;
  /** Description of the fault, following the operation's name. */
  readonly what: string;
  readonly inject: (tables: Tables, row: KnownOperation) => void;
  /** Pointers of the draft on whose values the fault depends. */
  readonly dependsOn?: (row: KnownOperation) => readonly string[];
  readonly shownBy?: (choices: Choices, row: KnownOperation) => boolean;
  /** True if the fault affects legal calls of an operation whose results other operations need. Default: never. */
  readonly isCostlyOn?: (row: KnownOperation) => boolean;
}

/**
 * True if a service with these choices serves the operation from the start (S14), so that a fault
 * of it can be detected.
 */
const isServed = (
  { landlordLeads, downloadReadyAfter }: Choices,
  { comingSoon, step }: KnownOperation,
): boolean =>
  (!comingSoon || landlordLeads === 'live') &&
  (step !== 'contract-download' || downloadReadyAfter === 0);

const faultOn = (requirement: RequirementId, row: KnownOperation, kind: Kind): Fault => {
  const { ending, what, inject, shownBy, dependsOn, isCostlyOn = () => false } = kind;
  return {
    id: `${row.id.replace('.', '-')}-${ending}`,
    breaks: { requirement, operation: row.id },
    ...(isCostlyOn(row) ? {} : { confinedTo: row.id }),
    ...(dependsOn && { dependsOn: dependsOn(row) }),
    what: `${nameOf(row.id)} ${what}.`,
    shownBy: (choices) => isServed(choices, row) && (shownBy?.(choices, row) ?? true),
    inject: (tables) => {
      inject(tables, row);
    },
  };
};

/** A fault on each operation of a requirement, except those left out; the kinds alternate. */
export const eachOperation = (
  requirement: RequirementId,
  kinds: readonly [Kind, ...Kind[]],
  isMeant: (row: KnownOperation) => boolean = () => true,
): readonly Fault[] =>
  (CATALOGUE.get(requirement)?.operations ?? [])
    .map(operation)
    .filter(isMeant)
    .map((row, at) => faultOn(requirement, row, kinds[at % kinds.length] ?? kinds[0]));
