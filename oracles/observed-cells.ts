import { shownText } from './judgement-texts.ts';
import { inLineOrder, type Line, LINE_TITLES } from '../spec/line.ts';
import type { Facts } from './facts.ts';
import type { CellVerdict } from './finding.ts';
import { shorten } from './answers/json-body.ts';
import { isSilenced } from './not-judged.ts';

/** Approximate number of cells of a line that are only observed on the reference service, for any seed and policy. */
export const OBSERVED_ON_REFERENCE: Readonly<Record<Line, number>> = {
  jobloss: 61,
  travel: 82,
  landlord: 59,
  gap: 9,
};

/** Additional cells that may depend on the seed. */
const TOLERANCE = 3;
/** Maximum number of reasons to name, the most frequent first. */
const MAX_REASONS = 2;

/** Reasons of observations without their numbers, so that equal reasons are counted together. */
const reasonsOf = (cells: readonly CellVerdict[]): readonly string[] => {
  const groups = Map.groupBy(cells, (cell) => shownText(cell).replaceAll(/\d+/g, 'N'));
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_REASONS)
    .flatMap(([first, ...others]) =>
      first
        ? [`${shorten(shownText(first), 120)} (${others.length + 1}, such as ${first.requirement})`]
        : [],
    );
};

const lineOf = (line: Line, all: readonly CellVerdict[], facts: Facts): string | undefined => {
  const own = all.filter((each) => each.verdict === 'observed' && !isSilenced(each, facts));
  const more = own.length - OBSERVED_ON_REFERENCE[line];
  if (more <= Math.max(TOLERANCE, OBSERVED_ON_REFERENCE[line] / 10)) return undefined;
  return `${LINE_TITLES[line]}: ${own.length} of ${all.length} cells are only observed, ${more} more than on the reference service; most often ${reasonsOf(own).join(', ')}`;
};

/**
 * Lines with a tenth more observed cells than the reference service, and the reasons: an observed cell is not judged. For a run
 * that judged all cells of its lines.
 */
export const observedExcess = (
  verdicts: readonly CellVerdict[],
  facts: Facts,
): readonly string[] => {
  const groups = Map.groupBy(verdicts, ({ line }) => line as Line);
  const lines = [...groups].map(([line, own]) => ({ line, text: lineOf(line, own, facts) }));
  return inLineOrder(lines).flatMap(({ text }) => text ?? []);
};
