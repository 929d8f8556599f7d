import { counted } from '../../spec/message-text.ts';
import { inlineText } from '../../store/printable.ts';

/** Output for progress, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Progress of a run. */
export interface Progress {
  readonly update: (done: number, total: number, ...parts: readonly string[]) => void;
  /** Prints a permanent line at once. */
  readonly note: (text: string) => void;
  /** Clears the progress line, so that later output starts on a clean one. */
  readonly stop: () => void;
}

/** Milliseconds between two lines if they cannot be overwritten, as in the log of a CI job. */
const QUIET_FOR = 2000;
/** Characters of a line without a terminal width. */
const LONGEST_LINE = 300;
/** Milliseconds between two redraws on a terminal. */
const REDRAW_AFTER = 50;

/** Width of the bar. */
const BAR = 10;
/** Minimum width of a terminal with a bar: a narrower one has room for the words only. */
const MIN_WITH_BAR = 80;

/** A bar that is filled in proportion; full only at the end. */
const barOf = (done: number, total: number): string => {
  const filled = total > 0 ? Math.min(BAR, Math.floor((BAR * done) / total)) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} `;
};

/**
 * `12 of 96, gap.draft-create`, in at most `width` characters: the first part is cut if it must be, the others are shown whole
 * or not at all. The comma separates parts that begin with a number.
 */
export const renderProgress = (
  done: number,
  total: number,
  [first = '', ...others]: readonly string[],
  width: number,
): string => {
  const counts = `${String(done).padStart(String(total).length)} of ${total}, `;
  let text = counts + inlineText(first, Math.max(1, width - counts.length));
  for (const part of others) {
    const longer = `${text}, ${inlineText(part, LONGEST_LINE)}`;
    if (longer.length <= width) text = longer;
  }
  return text;
};

/**
 * Prints progress on this stream: on a terminal one line that is overwritten, with a bar if there is room, else at most one line
 * every 2 s.
 */
export const createProgress = (
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress => {
  const pause = stream.isTTY === true ? REDRAW_AFTER : QUIET_FOR;
  const widthNow = (): number =>
    stream.isTTY === true ? (stream.columns ?? 80) - 1 : LONGEST_LINE;
  let next = stream.isTTY === true ? -Infinity : now() + QUIET_FOR;
  let drawn = false;
  const clear = (): void => {
    if (stream.isTTY === true && drawn) stream.write('\r\u001b[2K');
    drawn = false;
  };
  return {
    update: (done, total, ...parts) => {
      if (now() < next) return;
      next = now() + pause;
      const width = widthNow();
      const bar = stream.isTTY === true && width >= MIN_WITH_BAR - 1 ? barOf(done, total) : '';
      const text = bar + renderProgress(done, total, parts, width - bar.length);
      drawn = true;
      stream.write(stream.isTTY === true ? `\r\u001b[2K${text}` : `${text}\n`);
    },
    note: (text) => {
      clear();
      stream.write(`${text}\n`);
    },
    stop: clear,
  };
};

/** Traffic of a run so far. */
export interface Traffic {
  /** Number of requests. */
  readonly sent: number;
  /** Number that the run is expected to send in all; absent until it is known. */
  readonly expected?: number;
  /** Operation with the longest mean response time. */
  readonly slowest?: { readonly operation: string; readonly milliseconds: number };
}

/** Progress of a run of tests, with traffic and remaining time. */
export interface RunProgress extends Omit<Progress, 'update'> {
  readonly update: (done: number, total: number, label: string, failed?: number) => void;
  readonly pulse: (sent: Traffic) => void;
}

/** Share of all requests that must have been sent before the remaining time can be estimated. */
const TELLING = 0.1;

/** Milliseconds over which the present rate of requests is measured. */
const PRESENT = 5000;
/** Share of the mean rate below which a run waits for something, for so long that the requests say nothing about the time. */
const WAITING = 0.2;

/** A number of requests at a time. */
interface Sent {
  readonly at: number;
  readonly sent: number;
}

/** Tests if a run sends much more slowly now than until then, as while it waits for writes that a service lost. */
const isWaiting = (earlier: Sent | undefined, now: Sent, begun: number): boolean =>
  earlier !== undefined &&
  now.at - earlier.at >= PRESENT &&
  (now.sent - earlier.sent) / (now.at - earlier.at) < (WAITING * now.sent) / (now.at - begun);

/**
 * Remaining time, such as `about 12 s left`, extrapolated from the requests, since tests differ in length; in minutes from two
 * on. None once the run has sent more than was expected: failures are looked for again.
 */
const timeLeft = ({ sent, expected }: Traffic, elapsed: number): readonly string[] => {
  if (expected === undefined || sent < expected * TELLING || sent >= expected) return [];
  const seconds = Math.ceil(((elapsed / sent) * (expected - sent)) / 1000);
  return [`about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`];
};

const slowestText = ({ slowest }: Traffic): readonly string[] =>
  slowest ? [`slowest ${slowest.operation} ${Math.round(slowest.milliseconds)} ms`] : [];

/** Prints the progress of a run on this stream. */
export const createRunProgress = (
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): RunProgress => {
  const progress = createProgress(stream, now);
  let last: Traffic | undefined;
  let begun: number | undefined;
  /** The newest one that is old enough to measure the present rate, and all after it. */
  let recent: readonly Sent[] = [];
  return {
    ...progress,
    pulse: (sent) => {
      const at = now();
      begun ??= at;
      last = sent;
      const old = recent.filter((each) => at - each.at >= PRESENT);
      recent = [...old.slice(-1), ...recent.slice(old.length), { at, sent: sent.sent }];
    },
    // The most important first: a narrow terminal shows only these.
    update: (done, total, label, failed = 0) => {
      begun ??= now();
      progress.update(
        done,
        total,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(last && done < total && !isWaiting(recent[0], { at: now(), sent: last.sent }, begun)
          ? timeLeft(last, now() - begun)
          : []),
        ...(last ? [counted(last.sent, 'request')] : []),
        label,
        ...(last ? slowestText(last) : []),
      );
    },
  };
};
