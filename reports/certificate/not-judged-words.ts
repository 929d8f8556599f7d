import { LINE_TITLES } from '../../spec/line.ts';
import type { Predicate } from '../../store/certificate/predicate.ts';

/** What was not judged, by subject, with the reason and the lines, what a certificate needs first. */
export const notJudgedInWords = ({ lines }: Pick<Predicate, 'lines'>): readonly string[] => {
  const all = lines.flatMap(({ line, notJudged }) => notJudged.map((each) => ({ ...each, line })));
  const groups = [...Map.groupBy(all, ({ subject, why }) => `${subject}: ${why}`)];
  return groups
    .map(([what, group]) => ({
      isNeeded: group.some(({ isNeeded }) => isNeeded),
      text: `${what} (${group.map(({ line, cells }) => `${LINE_TITLES[line].toLowerCase()}, ${cells} ${cells === 1 ? 'cell' : 'cells'}`).join('; ')})`,
    }))
    .sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded))
    .map(({ text }) => text);
};
