import { messageOf } from '../../client/usage-error.ts';
import type { BenchPart, Measured, Results } from './part.ts';

/** What measures a part, and who hears of each one as soon as it is measured. */
export interface Measuring<Part extends BenchPart> {
  readonly measure: (part: Part) => Promise<Measured>;
  /** The results so far, this part's included: little is lost where the next one is stopped. */
  readonly onMeasured: (part: Part, measured: Measured, results: Results) => Promise<void>;
}

/** Measures parts one after the other; one that breaks keeps no other from its turn. Rejects where a listener does. */
export const measureParts = async <Part extends BenchPart>(
  parts: readonly Part[],
  { measure, onMeasured }: Measuring<Part>,
): Promise<Results> => {
  const results = new Map<string, Measured>();
  for (const part of parts) {
    const measured = await measure(part).catch((error: unknown): Measured => ({
      broken: messageOf(error),
    }));
    results.set(part.id, measured);
    await onMeasured(part, measured, results);
  }
  return results;
};
