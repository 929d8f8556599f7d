import type { LogLine } from './k6-log.ts';

/** The errors of outputs, counted. */
export interface LostMetrics {
  readonly hear: (line: Extract<LogLine, { readonly kind: 'lost' }>) => void;
  /** A sentence on each output. */
  readonly notes: () => readonly string[];
}

const LONGEST = 200;
/** In place of some errors, where k6 has a secret to keep out of its log. */
const UNTOLD = /: Had a logrus\.fields value[^]*$/;

/** Counts what the outputs of k6 could not send, and keeps the first reason of each. */
export const countLost = (): LostMetrics => {
  const first = new Map<string, { readonly text: string; count: number }>();
  return {
    hear: ({ output, text }) => {
      const known = first.get(output) ?? { text, count: 0 };
      known.count += 1;
      first.set(output, known);
    },
    notes: () =>
      [...first].map(
        ([output, { text, count }]) =>
          `metrics were lost: ${output} failed ${count} time${count === 1 ? '' : 's'}, first “${text.replace(UNTOLD, '').slice(0, LONGEST)}”; the verdict does not depend on it`,
      ),
  };
};
