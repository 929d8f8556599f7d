import type { Choices } from '../reference/choices.ts';
import { dialectOf } from '../reference/dialects.ts';
import type { Candidate } from './candidate.ts';
import type { FaultGroup } from './fault-group.ts';

/** Milliseconds that are waited where a service asks for patience, as far as their order goes. */
const BUSY = 100;

const patienceFor = ({ transport, readsLag }: Choices): number => {
  const { delay, busyEvery, unavailableEvery } = transport;
  const asks = [busyEvery, unavailableEvery].filter((every) => every > 0);
  return Math.max(...delay) + readsLag + BUSY * asks.length;
};

/** How much of its time a run of this waits for the service, in no unit; 0 where it keeps a core busy. */
const patience = (part: Candidate | FaultGroup): number => {
  const { id, ...service } = part.kind === 'group' ? part.members[0] : part;
  const dialect = service.kind === 'dialect' ? id : service.on;
  return dialect === undefined ? 0 : patienceFor(dialectOf(dialect).choices);
};

/** The same parts, those at the end that mostly wait, the longest last; the others in their order. */
export const mostPatientLast = (
  parts: readonly (Candidate | FaultGroup)[],
): (Candidate | FaultGroup)[] => {
  const rank = new Map(parts.map((part) => [part, patience(part)]));
  return parts.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
};
