import { selectIds } from '../client/did-you-mean.ts';
import { UsageError } from '../client/usage-error.ts';
import { chance, type Dialect, dialectOf } from '../reference/dialects.ts';
import type { Fault } from '../reference/faults/injection/fault.ts';
import { FAULTS } from '../reference/faults.ts';
import type { ExamOptions } from './exam-options.ts';
import { areaOf as areaOfRequirement } from '../spec/catalogue.ts';

/** Subject areas of faults. */
export const AREAS = [
  'protocol',
  'fields',
  'legal',
  'resources',
  'rules',
  'prices',
  'state',
  'sequences',
  'races',
] as const;

/** A subject area of faults. */
export type Area = (typeof AREAS)[number];

/** The area of a fault: its own, otherwise that of the requirement that it breaks. */
export const areaOf = ({ area, breaks }: Fault): Area =>
  area ?? areaOfRequirement(breaks.requirement);

const isInAreas = (fault: Fault, areas: readonly string[]): boolean =>
  areas.some(
    (area) => area === areaOf(fault) || fault.breaks.requirement.startsWith(area.toUpperCase()),
  );

/** Selects faults by id or area. Throws UsageError if a name is unknown. */
export const selectFaults = ({ fault, area }: ExamOptions): readonly Fault[] => {
  const areas = area?.split(',').map((each) => each.trim());
  const unknown = areas?.find((each) => !FAULTS.some((one) => isInAreas(one, [each])));
  if (unknown !== undefined) {
    throw new UsageError(
      `no fault is in the area "${unknown}"; areas: ${AREAS.join(', ')}, or the prefix of a requirement's id such as AUTH`,
    );
  }
  const ids = new Set(
    selectIds(
      fault ?? ['*'],
      FAULTS.map(({ id }) => id),
      'fault',
      'assay serve --list-faults',
    ),
  );
  return FAULTS.filter(
    (each) => ids.has(each.id) && (areas === undefined || isInAreas(each, areas)),
  );
};

const isShownBy = ({ shownBy = () => true }: Fault, { choices }: Dialect): boolean =>
  shownBy(choices);

/**
 * The faults that a dialect can show, by default each fault on its own; prints how many it cannot. Throws UsageError if
 * it can show none of them.
 */
export const faultsShownOn = (
  on: string | undefined,
  faults: readonly Fault[],
): readonly Fault[] => {
  const shown = faults.filter((each) => isShownBy(each, dialectOf(on ?? each.home ?? 'plain')));
  const hidden = faults.length - shown.length;
  const excluded = `${hidden} of ${faults.length} faults cannot be observed on ${on ?? 'plain'}, or not at this hour`;
  if (shown.length === 0 && hidden > 0)
    throw new UsageError(`${excluded}; inject them into another dialect (--on)`);
  if (hidden > 0) process.stdout.write(`${excluded}: they are skipped\n`);
  return shown;
};

/** Random services that are searched for one that shows a fault. */
const TRIED = 1000;

/** The name of the first random service, counted from a seed, that shows a fault. */
export const chanceServiceFor = (fault: Fault, from: number): string => {
  for (let seed = from; seed < from + TRIED; seed += 1) {
    const service = chance(seed);
    if (isShownBy(fault, service)) return service.name;
  }
  throw new Error(`none of ${TRIED} chance services shows the fault ${fault.id}`);
};
