import { type Area, areaOf } from '../../spec/area.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { DIMENSIONS, type DimensionName, type ProbeContext } from './context.ts';
import { valuesOf } from './dimension.ts';

const OF_DRAFTS = ['country', 'updates', 'readers', 'priceRequests', 'terms', 'lead'] as const;

/** Dimensions that are drawn for a kind of requirement. */
const DRAWN: Readonly<Record<Area, readonly DimensionName[]>> = {
  protocol: [...OF_DRAFTS, 'items'],
  fields: [...OF_DRAFTS, 'items', 'siblings', 'listPosition'],
  rules: [...OF_DRAFTS, 'items'],
  state: OF_DRAFTS,
  prices: ['country'],
  legal: ['country'],
  // Judged by the way, from the answers to all probes.
  resources: [],
};

type Counts = Record<string, Record<string, Record<string, number>>>;

/** Contexts in which the probes of a run were made: how often each kind of requirement met each value of a dimension. */
export class DrawnContexts {
  readonly #pairs: Counts = {};
  readonly #used = new Set<string>();

  /** Records that a test brought a draft into its context, even if that is to leave it new. */
  noteUse(test: string): void {
    this.#used.add(test);
  }

  /** True if a test brought a draft into its context. */
  wasUsed(test: string): boolean {
    return this.#used.has(test);
  }

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

  /** The content of `contexts.json`: the pairs that were met, and those that a run with these cells can meet. */
  recordOf(cells: readonly { readonly requirement: RequirementId }[]): object {
    const kinds = new Set(cells.map(({ requirement }) => areaOf(requirement)));
    const possible = Object.fromEntries(
      [...kinds].map((kind) => [
        kind,
        Object.fromEntries(
          DIMENSIONS.filter(({ name }) => DRAWN[kind].includes(name as DimensionName)).map(
            (dimension) => [dimension.name, valuesOf(dimension).map(String)],
          ),
        ),
      ]),
    );
    return { format: 1, pairs: this.#pairs, possible };
  }
}
