import { faultCandidates } from '../../exam/candidate.ts';
import { AREAS, areaOf } from '../../exam/area.ts';
import { dialectOf } from '../../reference/dialects.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { FAULTS } from '../../reference/faults.ts';
import type { Line } from '../../spec/line.ts';

/** A fault, and the one line of business that both tools look at. */
export interface SampledFault {
  readonly id: string;
  readonly area: string;
  readonly line: Line;
}

const GOLDEN = 0.618_033_988_75;

/** So many of the items, spread evenly over all of them; every seed begins elsewhere. */
export const spread = <Item>(items: readonly Item[], size: number, seed: number): Item[] => {
  const phase = (seed * GOLDEN) % 1;
  const count = Math.min(size, items.length);
  return Array.from({ length: count }, (_, at) =>
    items.slice(Math.floor(((at + phase) * items.length) / count)).slice(0, 1),
  ).flat();
};

const isShown = ({ home, shownBy = () => true }: Fault): boolean =>
  home === undefined && shownBy(dialectOf('plain').choices);

/** The same faults whoever asks: as many of each area, each on one of its lines. */
export const sampledFaults = (ofEachArea: number, seed: number): readonly SampledFault[] => {
  const shown = Map.groupBy(FAULTS.filter(isShown), areaOf);
  return AREAS.flatMap((area) => {
    const chosen = spread(shown.get(area) ?? [], ofEachArea, seed);
    return faultCandidates(chosen, seed).flatMap(({ id, lines }, at) =>
      lines
        .slice(at % lines.length)
        .slice(0, 1)
        .map((line) => ({ id, area, line })),
    );
  });
};
