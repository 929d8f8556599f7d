import type { Candidate, FaultCandidate } from './candidate.ts';

/** Faults combined in one service, since each is confined to a field or an operation of its own. */
export interface FaultGroup {
  readonly kind: 'group';
  readonly members: readonly [FaultCandidate, ...FaultCandidate[]];
}

/** Larger groups would hide each other's faults once some of them have to be tried again. */
const LARGEST = 16;
/** A service that refuses more legal values than this can hardly be distinguished from one that accepts nothing at all. */
const LARGEST_REFUSING = 4;

const isInside = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);

const operationsOf = ({ cells }: FaultCandidate): readonly string[] =>
  cells.map((cell) => cell.slice(cell.indexOf('@') + 1));

const share = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((each) => other.includes(each));

/** Tests if two faults break different cells, on different operations or in places of which neither contains the other. */
const areApart = (one: FaultCandidate, other: FaultCandidate): boolean => {
  if (share(one.cells, other.cells)) return false;
  if (!share(operationsOf(one), operationsOf(other))) return true;
  const [a = '', b = ''] = [one.confinedTo, other.confinedTo];
  return !isInside(a, b) && !isInside(b, a);
};

const serviceOf = ({ lines, on, seed, refusesValues }: FaultCandidate): string =>
  [lines, on, seed, refusesValues].join();

const largest = ({ refusesValues }: FaultCandidate): number =>
  refusesValues ? LARGEST_REFUSING : LARGEST;

const together = (members: readonly FaultCandidate[]): readonly (FaultCandidate | FaultGroup)[] => {
  const [first, ...others] = members;
  return first && others.length > 0 ? [{ kind: 'group', members: [first, ...others] }] : members;
};

/**
 * Groups faults that can be distinguished in one run: a harness that finds exactly the cells of a group has caught each
 * fault by its name. All others stay alone. The order of the first members is kept.
 */
export const groupFaults = (
  candidates: readonly Candidate[],
): readonly (Candidate | FaultGroup)[] => {
  const groups = new Map<string, FaultCandidate[][]>();
  const parts: (Candidate | readonly FaultCandidate[])[] = [];
  for (const candidate of candidates) {
    if (candidate.kind !== 'fault' || candidate.confinedTo === undefined) {
      parts.push(candidate);
      continue;
    }
    const open = groups.get(serviceOf(candidate)) ?? [];
    groups.set(serviceOf(candidate), open);
    const fits = open.find(
      (members) =>
        members.length < largest(candidate) &&
        members.every((member) => areApart(member, candidate)),
    );
    if (fits) fits.push(candidate);
    else {
      const members = [candidate];
      open.push(members);
      parts.push(members);
    }
  }
  return parts.flatMap((part): readonly (Candidate | FaultGroup)[] =>
    'kind' in part ? [part] : together(part),
  );
};

/** Bisects a group whose faults could not be distinguished. */
export const bisectGroup = ({ members }: FaultGroup): readonly (FaultCandidate | FaultGroup)[] => {
  const half = Math.ceil(members.length / 2);
  return [...together(members.slice(0, half)), ...together(members.slice(half))];
};
