import type { BodyFault } from '../../generators/invalid/fault.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import { bodyRows, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { contextValues, type MetValue, takeComplementary } from '../contexts/complementary.ts';
import type { Run } from '../engine/run.ts';
import { candidatesFor, type DraftCandidate } from './draft-candidates.ts';
import { type DraftProbe, OF_REQUIREMENT } from './draft-probes.ts';

/** Weight of a field that a body has or lacks: there are many. */
const FIELD = 0.25;

/** Presence of each optional field in a body. */
const fieldsOf = memoized((body: FieldBody) =>
  memoizedByObject((valid: object): readonly MetValue[] =>
    bodyRows(body)
      .filter(({ presence }) => presence === 'optional')
      .map(({ pointer }) => ({
        name: `${pointer} ${matchingPointers(valid, pointer).length > 0}`,
        weight: FIELD,
      })),
  ),
);

/** The drafts of the faults of a requirement, by fault. */
type Drafts = ReadonlyMap<BodyFault, DraftCandidate>;

/** A fault with what its earlier drafts had. */
interface DrawnFault {
  readonly fault: BodyFault;
  readonly candidates: (draw: number) => readonly DraftCandidate[];
  readonly met: Set<string>;
  /** Names of those drafts. */
  readonly taken: Set<string>;
}

/**
 * Drafts of the faults of a requirement on an operation, draw by draw. Each complements those of the requirement and those of its
 * fault, at no more requests.
 */
const drawsOf = (
  run: Run,
  { on, line }: Omit<DraftProbe, 'fault'>,
  faults: readonly BodyFault[],
) => {
  const ofAll = new Set<string>();
  const drawn: Drafts[] = [];
  const all = faults
    .filter(({ operations }) => operations.includes(on))
    .map((fault): DrawnFault => {
      const candidates = candidatesFor(run, { fault, on, line });
      return { fault, candidates, met: new Set(), taken: new Set() };
    });
  // All that a fault may depend on: the values of its draft's context, and the optional fields that it has and lacks.
  const valuesOf = ({ pair, context }: DraftCandidate, { body }: BodyFault) => [
    ...contextValues(context),
    ...fieldsOf(body)(pair.valid),
  ];
  const nextDraft = ({ fault, candidates, met, taken }: DrawnFault, draw: number) => {
    const possible = candidates(draw);
    const left = possible.filter(({ name }) => !taken.has(name));
    const next = takeComplementary(
      left.length > 0 ? left : possible,
      (each) => valuesOf(each, fault),
      [ofAll, met],
    );
    taken.add(next.name);
    return [fault, next] as const;
  };
  return (draw: number): Drafts | undefined => {
    while (drawn.length < draw)
      drawn.push(new Map(all.map((each) => nextDraft(each, drawn.length + 1))));
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
  if (!drawn) throw new RangeError(`${on} does not refuse the fault ${fault.id}`);
  const { seed, pair, context } = drawn;
  return { test: `fields/${on}/${fault.id}/${draw}`, seed, pair, context };
};
