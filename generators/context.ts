import { isCalendarDate } from './day.ts';
import { subSeed } from './sample.ts';

/** A vehicle code that the target declares to be real (P5, V11). */
export interface VehicleCode {
  readonly code: string;
  readonly vehicleType: '10' | '20';
  readonly country: string;
}

/** Facts about the target and the day of the run that the generators need and the specification does not give. */
export interface GeneratorContext {
  /** The day of the run, YYYY-MM-DD; start dates and purchase dates count from it. */
  readonly today: string;
  /** Domain of every e-mail address (V8, L3). */
  readonly mailDomain: string;
  /** Vehicle codes known to be real; motor gap needs at least one (V11). */
  readonly vehicleCodes: readonly VehicleCode[];
  /** Casco insurer names known to be real, beside Other (V11). */
  readonly insurers: readonly string[];
  /** White label ids known to be real. None: never sent. One: sometimes sent. More: always sent. */
  readonly whiteLabels: readonly string[];
  /**
   * A few lower-case letters derived from the run's seed, for values that cannot be drawn one by one. Default: those of
   * seed 0.
   */
  readonly mark?: string;
}

/** Source of a context; a resolved target satisfies it. */
type ContextSource = Omit<GeneratorContext, 'today' | 'mark'>;

/** The mark of a run with this seed, such as `tulokive`: pronounceable, and in no dictionary. */
export const seedMark = (seed: number): string => {
  let rest = subSeed(seed, 'mark');
  return Array.from({ length: 8 }, (_, at) => {
    const letters = at % 2 === 0 ? 'bdfklmnprstv' : 'aeiou';
    const letter = letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length);
    return letter;
  }).join('');
};

/** Derives the generator context from a target, a day (YYYY-MM-DD) and the run's seed. */
export const contextOf = (
  source: ContextSource,
  today: string,
  seed?: number,
): GeneratorContext => ({
  today,
  mailDomain: source.mailDomain,
  vehicleCodes: source.vehicleCodes,
  insurers: source.insurers,
  whiteLabels: source.whiteLabels,
  ...(seed === undefined ? {} : { mark: seedMark(seed) }),
});

/** Validates the context, and throws an error that names what is missing, so that no invalid value is drawn later. */
export function validateContext(context: GeneratorContext): GeneratorContext {
  if (!isCalendarDate(context.today)) {
    throw new RangeError(
      `Generators need today as a calendar date such as 2026-03-01, but got "${context.today}".`,
    );
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(context.mailDomain)) {
    throw new RangeError(
      `Generators need a mail domain such as example.com, but got "${context.mailDomain}". Set mailDomain in the target.`,
    );
  }
  return context;
}
