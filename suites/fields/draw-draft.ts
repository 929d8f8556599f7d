import type { BodyFault } from '../../generators/invalid/fault.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import { operation } from '../../spec/operations.ts';
import { contextValues, takeComplementary } from '../contexts/complementary.ts';
import type { Run } from '../engine/run.ts';
import { valuesAround } from './body-values.ts';
import { candidatesFor, type DraftCandidate } from './draft-candidates.ts';
import { type DraftProbe, draftsOf, OF_REQUIREMENT, operationsOf } from './draft-probes.ts';

/** A probe of a fault with what its earlier drafts had. */
interface DrawnProbe {
  readonly name: string;
  readonly fault: BodyFault;
  readonly candidates: (draw: number) => readonly DraftCandidate[];
  /** Number of its drafts in a certify; further ones are drawn for other probes alone. */
  readonly draws: number;
  /** Values in the drafts of its requirement, in those of its fault on any operation, and in its own. */
  readonly met: readonly [Set<string>, Set<string>, Set<string>];
  /** Names of its drafts. */
  readonly taken: Set<string>;
}

const nameOf = ({ fault, on }: Pick<DraftProbe, 'fault' | 'on'>): string => `${on}/${fault.id}`;

/**
 * Drafts of the faults of a requirement by probe, draw by draw. Each complements those of the requirement and those of its fault,
 * on all operations, at no more requests.
 */
const drawsOf = (run: Run, faults: readonly BodyFault[]) => {
  const ofAll = new Set<string>();
  const drawn: ReadonlyMap<string, DraftCandidate>[] = [];
  const all = faults.flatMap((fault): DrawnProbe[] => {
    const ofFault = new Set<string>();
    return operationsOf(fault).map((on) => {
      const probe = { fault, on, line: operation(on).line };
      const candidates = candidatesFor(run, probe);
      const met = [ofAll, ofFault, new Set<string>()] as const;
      const draws = draftsOf({ ...run, plan: { ...run.plan, thorough: true } }, probe);
      return { name: nameOf(probe), fault, candidates, draws, met, taken: new Set() };
    });
  });
  // All that a fault may depend on: the values of its draft's context and of its body.
  const valuesOf = ({ pair, context }: DraftCandidate, { body, pointer }: BodyFault) => [
    ...contextValues(context),
    ...valuesAround(body, pair.valid, pointer),
  ];
  const nextDraft = ({ name, fault, candidates, met, taken }: DrawnProbe, draw: number) => {
    const possible = candidates(draw);
    const left = possible.filter((each) => !taken.has(each.name));
    const next = takeComplementary(
      left.length > 0 ? left : possible,
      (each) => valuesOf(each, fault),
      met,
    );
    taken.add(next.name);
    return [name, next] as const;
  };
  return (draw: number) => {
    while (drawn.length < draw) {
      const next = drawn.length + 1;
      const sent = all.filter(({ draws }) => next <= draws);
      drawn.push(new Map(sent.map((each) => nextDraft(each, next))));
    }
    return drawn[draw - 1];
  };
};

const drawsIn = memoizedByObject((run: Run) =>
  memoized((faults: readonly BodyFault[]) => drawsOf(run, faults)),
);

/** The faults of its requirement; those of the date border are drawn alone. */
const groupOf = memoized((fault: BodyFault): readonly BodyFault[] => {
  const alike = OF_REQUIREMENT.get(fault.requirement) ?? [];
  return alike.includes(fault) ? alike : [fault];
});

/** Name, seed, context and pair of a draw of a probe; the same at any concurrency and in any selection. */
export const drawOf = (run: Run, { fault, on }: DraftProbe, draw: number) => {
  const drawn = drawsIn(run)(groupOf(fault))(draw)?.get(nameOf({ fault, on }));
  if (!drawn) throw new RangeError(`${on} does not refuse the fault ${fault.id}`);
  const { seed, pair, context } = drawn;
  return { test: `fields/${on}/${fault.id}/${draw}`, seed, pair, context };
};
