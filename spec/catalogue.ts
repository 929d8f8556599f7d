import type { Area } from './area.ts';
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

/** The entries by file, with the default area of each file. */
const areas = [
  ['paths', paths, 'protocol'],
  ['version', version, 'protocol'],
  ['paths', country, 'protocol'],
  ['authentication', authentication, 'protocol'],
  ['ids', ids, 'protocol'],
  ['ids', uniqueIds, 'state'],
  ['bodies', bodies, 'protocol'],
  ['answers', statuses, 'protocol'],
  ['answers', answers, 'protocol'],
  ['drafts', drafts, 'protocol'],
  ['drafts', policyholders, 'protocol'],
  ['drafts', startDates, 'protocol'],
  ['drafts', keyValues, 'protocol'],
  ['leads', leads, 'rules'],
  ['prices', prices, 'prices'],
  ['jobloss-rules', joblossRules, 'rules'],
  ['travel-rules', travelRules, 'rules'],
  ['travel-rules', travelParts, 'state'],
  ['landlord-rules', landlordRules, 'rules'],
  ['gap-rules', gapRules, 'rules'],
  ['gap-rules', gapPrices, 'prices'],
  ['gap-rules', gapContracts, 'protocol'],
  ['invisible', invisible, 'protocol'],
  ['invisible', invisibleLines, 'protocol'],
] as const;

type KeyOf<Area> = Area extends unknown ? keyof Area : never;

/** Id of a hand-written requirement, as opposed to one generated from a field table. */
export type WrittenRequirementId = KeyOf<(typeof areas)[number][1]>;

/** Id of a requirement; a mistyped one is a compile error. */
export type RequirementId =
  | WrittenRequirementId
  | ResourceRequirementId
  | FieldRequirementId
  | LegalRequirementId
  | ReadBackRequirementId;

/** Requirements generated from the field tables. */
const generated = [
  ['resources', resources(), 'resources'],
  ['field-faults', fieldFaults(), 'fields'],
  ['legal-values', legalValues(), 'legal'],
  ['resources', readBacks(), 'resources'],
] as const;

type Entry = readonly [RequirementId, Requirement];

const AREAS: readonly (readonly [stem: string, entries: readonly Entry[], area: Area])[] = [
  ...areas.map(
    ([stem, entries, area]) => [stem, Object.entries(entries) as unknown as Entry[], area] as const,
  ),
  ...generated,
];

/** Every requirement with its id, area by area; a duplicate id would occur twice. */
export const ENTRIES: readonly Entry[] = AREAS.flatMap(([, entries]) => entries);

const STEMS: ReadonlyMap<RequirementId, string> = new Map(
  AREAS.flatMap(([stem, entries]) => entries.map(([id]) => [id, stem] as const)),
);

/** The name, without its ending, of the file in `spec/requirements` that holds the entry of a requirement. */
export const entryFileOf = (id: RequirementId): string => STEMS.get(id) ?? '';

const AREAS_BY_ID: ReadonlyMap<string, Area> = new Map(
  AREAS.flatMap(([, entries, area]) => entries.map(([id, entry]) => [id, entry.area ?? area])),
);

/** The area of a requirement. */
export const areaOf = (requirement: string): Area => AREAS_BY_ID.get(requirement) ?? 'protocol';

/** Every requirement by its id. */
export const CATALOGUE: ReadonlyMap<RequirementId, Requirement> = new Map(ENTRIES);

/** The requirement with this id. Throws if the catalogue has none. */
export const requirementOf = (id: RequirementId): Requirement => {
  const found = CATALOGUE.get(id);
  if (!found) throw new Error(`the catalogue has no requirement ${id}`);
  return found;
};

const GENERATED: ReadonlySet<string> = new Set(
  generated.flatMap(([, entries]) => entries.map(([id]) => id)),
);

/** True if it is generated from a row of a field table. */
export const isOfField = (id: RequirementId): boolean => GENERATED.has(id);

/** True if it is judged by reading what legal values wrote (D2). */
export const showsInReadBacks = (id: string): boolean =>
  CATALOGUE.get(id as RequirementId)?.isReadBack ?? false;

/** True if it is judged on every success of a journey. */
export const isUniversal = (id: RequirementId): boolean => requirementOf(id).isUniversal ?? false;

/** True if sequences of calls can reveal a breach, in addition to its own checks. */
export const showsInSequences = (id: RequirementId): boolean =>
  (requirementOf(id).isStateful ?? false) || isUniversal(id);

/** True if a requirement can only be judged if the target declares this. */
export const needs = (id: string, need: Need): boolean =>
  CATALOGUE.get(id as RequirementId)?.needs?.includes(need) ?? false;

/** Size of the catalogue for one line and level. A requirement counts for each of its lines. */
export interface CatalogueCount {
  readonly line: Line;
  readonly level: Level;
  /** Number of requirements, including those that cannot be observed. */
  readonly requirements: number;
  /** Number of those that cannot be observed, and so have no cell. */
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
