import { z } from 'zod';
import { LINES } from '../../spec/line.ts';
import { addressProblem, displayAddress } from './address.ts';

/** A text that is not empty. */
export const text = z.string().min(1);
/** Milliseconds, ten minutes at most. */
export const milliseconds = z.int().min(0).max(600_000);
/** An address of what is called; what is wrong with it is told without its value. */
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

/** Values by line; a line may be left out. */
export const perLine = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(LINES), value);
