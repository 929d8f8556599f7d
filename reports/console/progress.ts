import { inLine } from '../../store/printable.ts';

/** Where progress is shown; `process.stderr` fits. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how far a run is. */
export interface Progress {
  readonly update: (done: number, total: number, label: string) => void;
  /** Prints a line of its own, at once and to stay. */
  readonly note: (text: string) => void;
  /** Takes the line off a terminal, so that what follows starts on a clean one. */
  readonly stop: () => void;
}

/** Milliseconds between two lines where nobody can overwrite them, such as in the log of a CI job. */
const QUIET_FOR = 2000;
/** Characters of a line where there is no terminal whose width would count. */
const LONGEST_LINE = 300;
/** Milliseconds between two drawings on a terminal. */
const REDRAW_AFTER = 50;

/** `12 of 96, gap.draft-create`, in at most `width` characters: without the comma the label may begin with another number. */
export const renderProgress = (
  done: number,
  total: number,
  label: string,
  width: number,
): string => {
  const counts = `${String(done).padStart(String(total).length)} of ${total}, `;
  return counts + inLine(label, Math.max(1, width - counts.length));
};

/** Progress on this stream: one line that is overwritten on a terminal, else a line every 2 s at most. */
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
    update: (done, total, label) => {
      if (now() < next) return;
      next = now() + pause;
      const text = renderProgress(done, total, label, widthNow());
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

/** What a run has sent so far. */
export interface Sent {
  /** Requests. */
  readonly sent: number;
  /** The operation that takes longest in the mean. */
  readonly slowest?: { readonly operation: string; readonly milliseconds: number };
}

/** Shows how far a run of tests is, what it has sent, and how long it still takes. */
export interface RunLine extends Progress {
  readonly pulse: (sent: Sent) => void;
}

/** The share of all tests that has to have ended before the time that is left can be told. */
const TELLING = 0.1;

/** `about 12 s left`, if the tests that are left take as long as those that ended; minutes from two of them on. */
const timeLeft = (done: number, total: number, elapsed: number): readonly string[] => {
  if (done < total * TELLING || done >= total) return [];
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return [`about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`];
};

const sentText = ({ sent, slowest }: Sent): readonly string[] => [
  `${sent.toLocaleString('en-GB')} ${sent === 1 ? 'request' : 'requests'}`,
  ...(slowest ? [`slowest ${slowest.operation} ${Math.round(slowest.milliseconds)} ms`] : []),
];

/** Progress of a run on this stream. */
export const createRunLine = (
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): RunLine => {
  const progress = createProgress(stream, now);
  let last: Sent | undefined;
  let begun: number | undefined;
  return {
    ...progress,
    pulse: (sent) => {
      begun ??= now();
      last = sent;
    },
    update: (done, total, label) => {
      begun ??= now();
      const known = [...timeLeft(done, total, now() - begun), ...(last ? sentText(last) : [])];
      progress.update(done, total, [...known, label].join(', '));
    },
  };
};
