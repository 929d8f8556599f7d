import type { CellVerdict } from '../../oracles/finding.ts';

/** Cells that are named in a reason. */
const MOST_NAMED = 3;

/** The cells that were judged otherwise as another client. */
export const clientDependent = (verdicts: readonly CellVerdict[]): string[] =>
  verdicts.filter(({ reason }) => reason === 'profile-dependent').map(({ cell }) => cell);

/** Why there is no certificate of a service that answers by who calls, on whatever line; none if it does not. */
export const clientReasons = (cells: readonly string[]): readonly string[] => {
  if (cells.length === 0) return [];
  const what = cells.length === 1 ? '1 cell depends' : `${cells.length} cells depend`;
  const more = cells.length > MOST_NAMED ? ' and more' : '';
  return [`${what} on who calls: ${cells.slice(0, MOST_NAMED).join(', ')}${more}`];
};
