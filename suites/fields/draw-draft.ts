import type { BodyFault } from '../../generators/invalid/fault.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { contextValues, type MetValue, takeComplementary } from '../contexts/complementary.ts';
import type { Run } from '../engine/run.ts';
import { candidatesFor, type DraftCandidate } from './draft-candidates.ts';
import { type DraftProbe, OF_REQUIREMENT } from './draft-probes.ts';

/** Weight of a field that a body has or lacks: there are many. */
const FIELD = 0.25;

/** All that a fault may depend on: the values of its draft's context, and the optional fields that it has and lacks. */
const valuesOf = ({ body }: BodyFault, { pair, context }: DraftCandidate): readonly MetValue[] => [
  ...contextValues(context),
  ...bodyRows(body)
    .filter(({ presence }) => presence === 'optional')
    .map(({ pointer }) => ({
      name: `${pointer} ${matchingPointers(pair.valid, pointer).length > 0}`,
      weight: FIELD,
    })),
];

type Drafts = ReadonlyMap<BodyFault, DraftCandidate>;

/**
 * Drafts of the faults of a requirement on an operation, draw by draw. Each complements those of the requirement, and then those of
 * its fault, at no more requests.
 */
const drawsOf = (
  run: Run,
  { on, line }: Omit<DraftProbe, 'fault'>,
  faults: readonly BodyFault[],
) => {
  const ofAll = new Set<string>();
  const ofFault = memoized((_: BodyFault) => new Set<string>());
  const drawn: Drafts[] = [];
  const nextDraft = (fault: BodyFault, draw: number): DraftCandidate | undefined =>
    takeComplementary(
      candidatesFor(run, { fault, on, line }, draw),
      (each) => valuesOf(fault, each),
      [ofAll, ofFault(fault)],
    );
  const nextDrafts = (draw: number): Drafts =>
    new Map(
      faults
        .filter(({ operations }) => operations.includes(on))
        .flatMap((fault) => {
          const taken = nextDraft(fault, draw);
          return taken ? [[fault, taken] as const] : [];
        }),
    );
  return (draw: number): Drafts | undefined => {
    while (drawn.length < draw) drawn.push(nextDrafts(drawn.length + 1));
    return drawn[draw - 1];
  };
};

const drawsIn = memoizedByObject((run: Run) =>
  memoized((on: OperationId) =>
    memoized((faults: readonly BodyFault[]) =>
      drawsOf(run, { on, line: operation(on).line }, faults),
    ),
  ),
);

/** The faults of its requirement; those of the date border are drawn alone. */
const groupOf = memoized((fault: BodyFault): readonly BodyFault[] => {
  const alike = OF_REQUIREMENT.get(fault.requirement) ?? [];
  return alike.includes(fault) ? alike : [fault];
});

/** Name, seed, context and pair of a draw of a probe; the same at any concurrency and in any selection. */
export const drawOf = (run: Run, { fault, on }: DraftProbe, draw: number) => {
  const drafts = drawsIn(run)(on)(groupOf(fault))(draw);
  const drawn = drafts?.get(fault);
  if (!drawn) throw new RangeError(`no draft can have the fault ${fault.id}`);
  return { test: `fields/${on}/${fault.id}/${draw}`, ...drawn };
};
