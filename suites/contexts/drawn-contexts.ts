import { areaOf } from '../../spec/area.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { DIMENSIONS, type DimensionName, type ProbeContext } from './context.ts';
import { valuesOf } from './dimension.ts';

type Counts = Record<string, Record<string, Record<string, number>>>;

/** Contexts in which the probes of a run were made: how often each kind of requirement met each value of a dimension. */
export class DrawnContexts {
  readonly #pairs: Counts = {};

  /** Records the context of a probe, as far as it was drawn; the kind of a requirement is its area. */
  note(
    requirement: RequirementId,
    context: ProbeContext,
    dimensions: readonly DimensionName[],
  ): void {
    const kind = (this.#pairs[areaOf(requirement)] ??= {});
    for (const name of dimensions) {
      const counts = (kind[name] ??= {});
      const value = String(context[name]);
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }

  /** The content of `contexts.json`: the pairs that were met, and those that a run can meet. */
  get record(): object {
    const possible = Object.fromEntries(
      Object.entries(this.#pairs).map(([kind, dimensions]) => [
        kind,
        Object.fromEntries(
          DIMENSIONS.filter(({ name }) => name in dimensions).map((dimension) => [
            dimension.name,
            valuesOf(dimension).map(String),
          ]),
        ),
      ]),
    );
    return { format: 1, pairs: this.#pairs, possible };
  }
}
