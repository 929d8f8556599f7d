import { z } from 'zod';

const PARTS = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const WHOLE = new RegExp(`^(${PARTS.source})+$`);
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Seconds of a duration as k6 writes it, such as `30s`, `2m` or `1h30m`; undefined for any other text. */
export const secondsIn = (text: string): number | undefined =>
  WHOLE.test(text)
    ? [...text.matchAll(PARTS)].reduce(
        (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0),
        0,
      )
    : undefined;

/** The schema of a duration: a number of seconds, or a text as k6 writes it; seconds come out. */
export const duration = (seconds: z.ZodNumber) =>
  z
    .preprocess<number | string | undefined, z.ZodNumber, number | string>(
      (value) => (typeof value === 'string' ? (secondsIn(value) ?? value) : value),
      seconds,
    )
    .meta({ type: ['number', 'string'], pattern: WHOLE.source });
