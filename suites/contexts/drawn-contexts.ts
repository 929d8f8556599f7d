import type { Area } from '../../spec/area.ts';
import { areaOf, type RequirementId } from '../../spec/catalogue.ts';
import {
  BODY_DIMENSIONS,
  CALL_DIMENSIONS,
  CLOSED_DRAFT_DIMENSIONS,
  DIMENSIONS,
  type DimensionName,
  DRAFT_DIMENSIONS,
  LEGAL_CALL_DIMENSIONS,
  LEGAL_DIMENSIONS,
  type ProbeContext,
  WRITTEN_DIMENSIONS,
} from './context.ts';
import { valuesOf } from './dimension.ts';

/** Dimensions drawn for each kind of requirement. */
const DRAWN: Readonly<Record<Area, readonly DimensionName[]>> = {
  protocol: [...CLOSED_DRAFT_DIMENSIONS, 'beside', 'items', 'siblings', ...WRITTEN_DIMENSIONS],
  fields: [...DRAFT_DIMENSIONS, 'beside', 'items', ...BODY_DIMENSIONS],
  rules: [...DRAFT_DIMENSIONS, 'items', 'language'],
  state: LEGAL_CALL_DIMENSIONS,
  prices: CALL_DIMENSIONS,
  legal: [...LEGAL_DIMENSIONS, 'items', 'content', 'siblings'],
  // Judged as a side effect, from the answers to all probes.
  resources: [],
};

type Counts = Record<string, Record<string, Record<string, number>>>;
type Values = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const add = (counts: Counts, kind: string, name: string, value: string): void => {
  const values = ((counts[kind] ??= {})[name] ??= {});
  values[value] = (values[value] ?? 0) + 1;
};

/** Key of a pair of names or values. */
const both = (one: string, other: string): string => `${one} × ${other}`;

/** All pairs of different entries, each once. */
const pairsOf = <Entry>(entries: readonly Entry[]): readonly (readonly [Entry, Entry])[] =>
  entries.flatMap((one, at) => entries.slice(at + 1).map((other) => [one, other] as const));

/** Coverage of contexts in a run: how often each kind of requirement was probed with each value of a dimension. */
export class DrawnContexts {
  readonly #pairs: Counts = {};
  /** Counts of the combinations of two dimensions. */
  readonly #combinations: Counts = {};
  readonly #used = new Set<string>();

  /** Records that a test brought a draft into its context, even if the context leaves it unused. */
  noteUse(test: string): void {
    this.#used.add(test);
  }

  /** True if a test brought a draft into its context. */
  wasUsed(test: string): boolean {
    return this.#used.has(test);
  }

  /** Records the drawn part of a probe's context; the kind of a requirement is its area. */
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

  /** Combinations of the dimensions that some probe draws together; some pairs never meet, such as lists and items. */
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

  /** Content of `contexts.json`: pairs and combinations that were covered, and those that a run with these cells can cover. */
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
