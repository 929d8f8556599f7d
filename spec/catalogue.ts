import { type Line, LINES } from './line.ts';
import { operation } from './operations.ts';
import { isJudged, type Level, LEVELS, type Need, type Requirement } from './requirement.ts';
import { answers, statuses } from './requirements/answers.ts';
import { authentication } from './requirements/authentication.ts';
import { bodies } from './requirements/bodies.ts';
import { country, paths } from './requirements/paths.ts';
import { drafts, policyholders, startDates, keyValues } from './requirements/drafts.ts';
import { fieldFaults, type FieldRequirementId } from './requirements/field-faults.ts';
import { gapContracts, gapPrices, gapRules } from './requirements/gap-rules.ts';
import { ids, uniqueIds } from './requirements/ids.ts';
import { invisible, invisibleLines } from './requirements/invisible.ts';
import { joblossRules } from './requirements/jobloss-rules.ts';
import { landlordRules } from './requirements/landlord-rules.ts';
import { leads } from './requirements/leads.ts';
import { type LegalRequirementId, legalValues } from './requirements/legal-values.ts';
import { prices } from './requirements/prices.ts';
import {
  type ReadBackRequirementId,
  readBacks,
  type ResourceRequirementId,
  resources,
} from './requirements/resources.ts';
import { travelParts, travelRules } from './requirements/travel-rules.ts';
import { version } from './requirements/version.ts';

const areas = [
  ['paths', paths],
  ['version', version],
  ['paths', country],
  ['authentication', authentication],
  ['ids', ids],
  ['ids', uniqueIds],
  ['bodies', bodies],
  ['answers', statuses],
  ['answers', answers],
  ['drafts', drafts],
  ['drafts', policyholders],
  ['drafts', startDates],
  ['drafts', keyValues],
  ['leads', leads],
  ['prices', prices],
  ['jobloss-rules', joblossRules],
  ['travel-rules', travelRules],
  ['travel-rules', travelParts],
  ['landlord-rules', landlordRules],
  ['gap-rules', gapRules],
  ['gap-rules', gapPrices],
  ['gap-rules', gapContracts],
  ['invisible', invisible],
  ['invisible', invisibleLines],
] as const;

type KeyOf<Area> = Area extends unknown ? keyof Area : never;

/** Id of a requirement that is written out, as opposed to one generated from a field's row. */
export type WrittenRequirementId = KeyOf<(typeof areas)[number][1]>;

/** The id of a requirement; a mistyped one is a compile error. */
export type RequirementId =
  | WrittenRequirementId
  | ResourceRequirementId
  | FieldRequirementId
  | LegalRequirementId
  | ReadBackRequirementId;

/** The generated areas, made from the rows of field tables. */
const generated = [
  ['resources', resources()],
  ['field-faults', fieldFaults()],
  ['legal-values', legalValues()],
  ['resources', readBacks()],
] as const;

type Entry = readonly [RequirementId, Requirement];

const AREAS: readonly (readonly [stem: string, entries: readonly Entry[]])[] = [
  ...areas.map(([stem, area]) => [stem, Object.entries(area) as unknown as Entry[]] as const),
  ...generated,
];

/** Every requirement with its id, area by area; an id given twice would stand here twice. */
export const ENTRIES: readonly Entry[] = AREAS.flatMap(([, entries]) => entries);

const STEMS: ReadonlyMap<RequirementId, string> = new Map(
  AREAS.flatMap(([stem, entries]) => entries.map(([id]) => [id, stem] as const)),
);

/** The name, without its ending, of the file in `spec/requirements` that holds the entry of a requirement. */
export const entryFileOf = (id: RequirementId): string => STEMS.get(id) ?? '';

/** Every requirement by its id. */
export const CATALOGUE: ReadonlyMap<RequirementId, Requirement> = new Map(ENTRIES);

/** The requirement with this id. Throws if the catalogue has none. */
export const requirementOf = (id: RequirementId): Requirement => {
  const found = CATALOGUE.get(id);
  if (!found) throw new Error(`the catalogue has no requirement ${id}`);
  return found;
};

/** True if every success of a journey is judged by it. */
export const isUniversal = (id: RequirementId): boolean => requirementOf(id).isUniversal ?? false;

/** True if a sequence of calls can show it to be broken, beside the checks of its own. */
export const showsInSequences = (id: RequirementId): boolean =>
  (requirementOf(id).isStateful ?? false) || isUniversal(id);

/** True if a requirement can only be judged if the target declares this. */
export const needs = (id: string, need: Need): boolean =>
  CATALOGUE.get(id as RequirementId)?.needs?.includes(need) ?? false;

/** Size of the catalogue for one line, at one level. A requirement counts for every line that it is about. */
export interface CatalogueCount {
  readonly line: Line;
  readonly level: Level;
  /** Requirements, those that cannot be observed included. */
  readonly requirements: number;
  /** Of these, how many cannot be observed and so have no cell. */
  readonly notObservable: number;
  /** Cells: requirements that can be observed, times their operations on this line. */
  readonly cells: number;
}

const countOf = (line: Line, level: Level): CatalogueCount => {
  const about = [...CATALOGUE.values()]
    .filter((each) => each.level === level)
    .map((each) => ({
      ...each,
      cells: each.operations.filter((on) => operation(on).line === line).length,
    }))
    .filter((each) => each.cells > 0);
  const observable = about.filter(isJudged);
  return {
    line,
    level,
    requirements: about.length,
    notObservable: about.length - observable.length,
    cells: observable.reduce((sum, { cells }) => sum + cells, 0),
  };
};

/** The counts of every line and level, in the order of the lines. */
export const catalogueSummary = (): readonly CatalogueCount[] =>
  LINES.flatMap((line) => LEVELS.map((level) => countOf(line, level)));
