import { z } from 'zod';
import { LINES } from '../../spec/line.ts';
import { addressProblem, displayAddress } from './address.ts';

/** A non-empty text. */
export const text = z.string().min(1);
/** Milliseconds, at most ten minutes. */
export const milliseconds = z.int().min(0).max(600_000);
/** Schema of a URL; errors do not show its value. */
export const addressOf = (allow?: 'query') =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = addressProblem(value, allow);
      if (!problem) return;
      const { wanted: message, hint } = problem;
      const params = { got: JSON.stringify(displayAddress(value)), hint };
      context.addIssue({ code: 'custom', message, params });
    })
    .meta({ format: 'uri' });
/** An address without a query. */
export const address = addressOf();

/** Values by line; a line may be omitted. */
export const perLine = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(LINES), value);
