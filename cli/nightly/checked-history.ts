import type { ResolvedTarget } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { fileTrouble } from '../../client/output-place.ts';
import type { HistoryLine, NightLine } from '../../reports/nightly/history-line.ts';
import { type History, readHistory } from '../../reports/nightly/read-history.ts';
import { readable } from '../readable.ts';
import { addressOf } from './night-lines.ts';

const nightsIn = (lines: readonly HistoryLine[]): readonly NightLine[] =>
  lines.filter((line) => line.kind === 'night');

/** Reads a history that nights are added to. Throws UsageError where it cannot be read or written; it stays as it is. */
export const openHistory = (file: string): History => {
  const trouble = fileTrouble(file);
  if (trouble !== undefined)
    throw new UsageError(
      `--history: ${file} cannot be written: ${trouble}; name a file that can be written`,
    );
  return readable(() => readHistory(file));
};

/** A history is that of one target: nights of another would be compared with its own. Throws UsageError. */
export const checkTarget = (
  file: string,
  lines: readonly HistoryLine[],
  target: ResolvedTarget,
  isEmbedded: boolean,
): void => {
  const other = nightsIn(lines).find(
    (line) =>
      line.target.name !== target.name ||
      line.target.address !== addressOf(target, line.line, isEmbedded),
  );
  if (other === undefined) return;
  const shown = (name: string, address: string): string =>
    address === '' ? name : `${name} at ${address}`;
  throw new UsageError(
    `${file} holds nights of ${shown(other.target.name, other.target.address)}, tonight's target is ${shown(target.name, addressOf(target, other.line, isEmbedded))}; name another file with --history`,
  );
};

/** That a clock has jumped, in words; nothing where the newest night is older than tonight. */
export const clockNotes = (lines: readonly HistoryLine[], now: Date): readonly string[] => {
  const newest = nightsIn(lines).reduce((latest, { at }) => (at > latest ? at : latest), '');
  return newest > now.toISOString()
    ? [
        `a clock has jumped: the history has a night of ${newest.slice(0, 16)}, and it is ${now.toISOString().slice(0, 16)}; nights count in the order in which they were written`,
      ]
    : [];
};
