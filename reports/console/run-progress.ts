import { createProgress, type Progress, type ProgressStream } from './progress.ts';

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
