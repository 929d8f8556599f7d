import type { Area } from '../../spec/area.ts';
import { areaOf, type RequirementId } from '../../spec/catalogue.ts';
import {
  DIMENSIONS,
  type DimensionName,
  DRAFT_DIMENSIONS,
  LEGAL_DIMENSIONS,
  type ProbeContext,
} from './context.ts';
import { valuesOf } from './dimension.ts';

/** Dimensions that are drawn for a kind of requirement. */
const DRAWN: Readonly<Record<Area, readonly DimensionName[]>> = {
  protocol: [...DRAFT_DIMENSIONS, 'items', 'siblings'],
  fields: [...DRAFT_DIMENSIONS, 'items', 'siblings', 'listPosition'],
  rules: [...DRAFT_DIMENSIONS, 'items'],
  state: DRAFT_DIMENSIONS,
  prices: ['country'],
  legal: [...LEGAL_DIMENSIONS, 'items'],
  // Judged by the way, from the answers to all probes.
  resources: [],
};

type Counts = Record<string, Record<string, Record<string, number>>>;
type Values = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const add = (counts: Counts, kind: string, name: string, value: string): void => {
  const values = ((counts[kind] ??= {})[name] ??= {});
  values[value] = (values[value] ?? 0) + 1;
};

/** Two names, or two values, of a combination. */
const both = (one: string, other: string): string => `${one} × ${other}`;

/** All pairs of different entries, each once. */
const pairsOf = <Entry>(entries: readonly Entry[]): readonly (readonly [Entry, Entry])[] =>
  entries.flatMap((one, at) => entries.slice(at + 1).map((other) => [one, other] as const));

/** Contexts in which the probes of a run were made: how often each kind of requirement met each value of a dimension. */
export class DrawnContexts {
  readonly #pairs: Counts = {};
  /** The same of two dimensions at once. */
  readonly #combinations: Counts = {};
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
    const kind = areaOf(requirement);
    const drawn = DIMENSIONS.map(({ name }) => name as DimensionName).filter((name) =>
      dimensions.includes(name),
    );
    for (const name of drawn) add(this.#pairs, kind, name, String(context[name]));
    for (const [one, other] of pairsOf(drawn))
      add(
        this.#combinations,
        kind,
        both(one, other),
        both(String(context[one]), String(context[other])),
      );
  }

  /** All values of two dimensions at once, of those that met in a probe: some meet in none, such as a list and items. */
  #possibleCombinations(): Values {
    const valuesBy = new Map(
      DIMENSIONS.map((dimension) => [dimension.name, valuesOf(dimension).map(String)]),
    );
    const combined = (names: string): readonly string[] => {
      const [one = [], other = []] = names.split(' × ').map((name) => valuesBy.get(name) ?? []);
      return one.flatMap((first) => other.map((second) => both(first, second)));
    };
    return Object.fromEntries(
      Object.entries(this.#combinations).map(([kind, names]) => [
        kind,
        Object.fromEntries(Object.keys(names).map((each) => [each, combined(each)])),
      ]),
    );
  }

  /** The content of `contexts.json`: pairs and combinations that were met, and those that a run with these cells can meet. */
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
    const combinations = { pairs: this.#combinations, possible: this.#possibleCombinations() };
    return { format: 1, pairs: this.#pairs, possible, combinations };
  }
}
