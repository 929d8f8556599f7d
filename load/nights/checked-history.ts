import type { ResolvedTarget } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { fileWriteError } from '../../client/check-writable.ts';
import type { HistoryLine, NightLine } from '../../store/nights/history-line.ts';
import {
  type PlacedNight,
  placedNights,
  moveCommand,
  targetText,
} from '../../store/nights/moved-nights.ts';
import { type History, readHistory } from '../../store/nights/history-file.ts';
import { orUsageError } from '../../store/resolve-run.ts';
import { addressOf } from './night-lines.ts';

const nightsIn = (lines: readonly HistoryLine[]): readonly NightLine[] =>
  lines.filter((line) => line.kind === 'night');

/** Reads a history to which nights will be added. Throws UsageError if it cannot be read or written. */
export const openHistory = (file: string): History => {
  const trouble = fileWriteError(file);
  if (trouble !== undefined)
    throw new UsageError(`--history: ${file} is not writable: ${trouble}; name a writable file`);
  return orUsageError(() => readHistory(file));
};

/** Advice about nights of another target: only a person knows if it is the same service. */
const remedyFor = (file: string, other: PlacedNight, name: string, address: string): string => {
  const elsewhere = 'name another file with --history';
  if (other.line.target.name !== name)
    return `if it is the same service, restore that name (name: in the target file), otherwise ${elsewhere}`;
  return other.address === '' || address === ''
    ? elsewhere
    : `if it is the same service, record the move: \`${moveCommand(file, other.address, address)}\`, otherwise ${elsewhere}`;
};

/** A history belongs to one target: nights of another would be compared with its own. Throws UsageError. */
export const checkTarget = (
  file: string,
  lines: readonly HistoryLine[],
  target: ResolvedTarget,
  isEmbedded: boolean,
): void => {
  const placeOf = ({ line }: PlacedNight): string => addressOf(target, line.line, isEmbedded);
  const other = placedNights(lines).find(
    (night) => night.line.target.name !== target.name || night.address !== placeOf(night),
  );
  if (other === undefined) return;
  const now = placeOf(other);
  throw new UsageError(
    `${file} holds nights of ${targetText(other.line.target.name, other.address)}, tonight's target is ${targetText(target.name, now)}; ${remedyFor(file, other, target.name, now)}`,
  );
};

/** A note if a clock jumped: the newest night is later than now. */
export const clockNotes = (lines: readonly HistoryLine[], now: Date): readonly string[] => {
  const newest = nightsIn(lines).reduce((latest, { at }) => (at > latest ? at : latest), '');
  return newest > now.toISOString()
    ? [
        `a clock was changed: the history has a night of ${newest.slice(0, 16)}, but it is ${now.toISOString().slice(0, 16)} now; nights count in the order in which they were recorded`,
      ]
    : [];
};
