import { Ajv } from 'ajv';
import type { JsonObject } from '../json.ts';

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) && text.includes('T');
const ajv = new Ajv({
  strict: false,
  formats: {
    'date-time': isTime,
    timestamp: isTime,
    date: true,
    email: true,
    'country-code': true,
  },
});

/** Description of a resource's schema violation, or undefined. */
export const resourceFault = (schema: JsonObject, value: unknown): string | undefined =>
  ajv.validate(schema, value) ? undefined : ajv.errorsText();
